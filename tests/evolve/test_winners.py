"""Matches of the winners of generations."""

import pytest

from enraya.errors import InvalidSetting
from enraya.evolve import Generation, GeneSettings, evolve_genes
from enraya.evolve.genetics import Individual
from enraya.evolve.winners import (
    FIRST_GENERATION,
    LEVELS,
    RANDOM,
    MeetingJob,
    against,
    measure_winners,
    play_opponent,
)

RUN = evolve_genes(GeneSettings(population=10, generations=3, seed=4))


def test_every_winner_plays_the_random_agent_and_the_first_generation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("enraya.evolve.winners.LEVELS", LEVELS[:2])  # the others take their time
    meetings = measure_winners(RUN, games=6, level_games=4, engine="serial")
    met = {(m.generation, m.opponent): m.score.games for m in meetings}
    assert met == {
        **{(n, FIRST_GENERATION): 20 for n in (1, 2, 3)},
        **{(n, RANDOM): 6 for n in (1, 2, 3)},
        **{(n, level): 4 for n in (1, 2, 3) for level in LEVELS[:2]},
    }
    assert meetings == measure_winners(RUN, games=6, level_games=4, engine="serial")
    some = measure_winners(RUN, games=6, level_games=4, every=2, engine="serial")
    assert {m.generation for m in some if m.opponent in LEVELS} == {1, 3}


def test_wins_on_both_sides_are_counted_for_the_agent() -> None:
    wins, draws, losses = play_opponent(MeetingJob((1.0, 1.0, 0.0, 0.5), "script(1)", 10, 7))
    assert wins + draws + losses == 10
    assert wins > losses  # its opponent piles up stones on one side
    lost = play_opponent(MeetingJob((1.0, 1.0, 0.0, 0.5), "level(6)", 4, 7))
    assert lost[2] > lost[0]


def test_points_against_a_generation_are_counted_for_the_agent() -> None:
    strong, weak = (1.0, 1.0, 0.0, 0.5), (0.0, 0.0, 0.0, 0.0)
    for one, other, share in ((strong, weak, 0.7), (weak, strong, 0.2)):
        others = Generation((Individual(other),) * 10, (0,) * 10, (0,) * 10)
        score = against(one, others, seed=1)
        assert (score.share, score.games) == (share, 20)
        assert score == against(one, others, seed=1)


@pytest.mark.parametrize(("games", "level_games"), [(0, 1), (1, 0)])
def test_a_match_has_at_least_one_game(games: int, level_games: int) -> None:
    with pytest.raises(InvalidSetting, match="at least one game"):
        measure_winners(RUN, games=games, level_games=level_games)
