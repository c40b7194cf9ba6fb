"""Matches of the winners of generations."""

import pytest

from enraya.arena.statistics.tally import ResultCounts
from enraya.errors import InvalidSetting
from enraya.evolve import Generation, GeneSettings, evolve_genes
from enraya.evolve.genetics import Individual
from enraya.evolve.winners import (
    FIRST_GENERATION,
    LEVELS,
    RANDOM,
    MeetingJob,
    WinnerScore,
    against,
    measure_winners,
    play_opponent,
)

RUN = evolve_genes(GeneSettings(population=10, generations=3, seed=4))


def test_every_winner_meets_random_moves_and_the_first_generation(
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


def test_wins_are_those_of_the_agent_on_both_sides() -> None:
    wins, draws, losses = play_opponent(MeetingJob((1.0, 1.0, 0.0, 0.5), "script(1)", 10, 7))
    assert wins + draws + losses == 10
    assert wins > losses  # its opponent piles up stones on one side
    lost = play_opponent(MeetingJob((1.0, 1.0, 0.0, 0.5), "level(6)", 4, 7))
    assert lost[2] > lost[0]


def test_an_agent_against_a_generation_plays_everybody_on_both_sides() -> None:
    score = against(RUN.winner, RUN.generations[0], seed=1)
    assert score.games == 20
    assert score == against(RUN.winner, RUN.generations[0], seed=1)


def test_the_points_against_a_generation_are_those_of_the_agent() -> None:
    strong, weak = (1.0, 1.0, 0.0, 0.5), (0.0, 0.0, 0.0, 0.0)
    for one, other, share in ((strong, weak, 0.7), (weak, strong, 0.2)):
        others = Generation((Individual(other),) * 10, (0,) * 10, (0,) * 10)
        assert against(one, others, seed=1).share == share


def test_the_interval_holds_the_share_and_stays_within_bounds() -> None:
    for score in (ResultCounts(10, 0, 0), ResultCounts(0, 0, 10), ResultCounts(5, 1, 4)):
        low, high = WinnerScore(1, RANDOM, score).interval
        assert -1e-9 <= low <= score.share + 1e-9
        assert score.share - 1e-9 <= high <= 1 + 1e-9


def test_a_match_has_at_least_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enraya.evolve.winners.LEVELS", LEVELS[:1])
    few = measure_winners(RUN, games=1, level_games=1, every=2, engine="serial")
    assert {m.score.games for m in few if m.opponent != FIRST_GENERATION} == {1}
    for games, level_games in ((0, 1), (1, 0)):
        with pytest.raises(InvalidSetting, match="at least one game"):
            measure_winners(RUN, games=games, level_games=level_games)
