"""Retries of failed work: at once, then after growing pauses, without end."""

from pathlib import Path

from enraya.league.work.ladder_source import (
    FIRST_SECONDS,
    LONGEST_SECONDS,
    JudgingSource,
    LadderSource,
    Retries,
)
from tests.league.making import do_next_job, enter_agent, make_league, next_job


class Clock:
    """A clock that stands still."""

    now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_pauses_grow_up_to_a_maximum() -> None:
    clock = Clock()
    lost: Retries[str] = Retries(clock)
    assert lost.next() is None
    pauses = []
    for times in range(1, 11):
        assert lost.lose("game") == times
        before = clock.now
        while lost.next() is None:
            clock.now += FIRST_SECONDS
        pauses.append(clock.now - before)
        assert lost.next() is None  # given out once
    assert pauses[:4] == [0, FIRST_SECONDS, 2 * FIRST_SECONDS, 4 * FIRST_SECONDS]
    assert pauses[-1] == LONGEST_SECONDS
    lost.succeed("game")
    assert lost.lose("game") == 1


def test_a_ladder_game_that_is_lost_twice_is_played_without_a_restart(
    tmp_path: Path,
) -> None:
    clock = Clock()
    with make_league(tmp_path / "ia", max_pairs=1, seconds=None, nodes=100) as store:
        enter_agent(store, "A", "random")
        source = LadderSource(store, clock)
        first = next_job(source)
        source.lost(first)
        assert source.next() == first  # at once, before all others
        source.lost(first)
        others = []
        while (job := source.next()) is not None:
            others.append(job)
        assert first not in others
        clock.now += FIRST_SECONDS
        assert do_next_job(source) == first
        assert store.arena.count(1) == 1


def test_a_started_pair_is_finished_after_a_restart(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", seconds=None, nodes=100) as store:
        source = LadderSource(store)
        job = do_next_job(source)
        again = next_job(LadderSource(store))
        first, second, opening = job.game.orders[0].pairing
        assert again.game.orders[0].pairing == (second, first, opening)


def test_a_game_that_could_not_be_judged_is_judged_later(tmp_path: Path) -> None:
    clock = Clock()
    with make_league(tmp_path / "ia", seconds=None, nodes=100) as store:
        enter_agent(store, "A", "random")
        ladder = LadderSource(store)
        for _ in range(8):  # some of them between the version and a baseline
            do_next_job(ladder)
        source = JudgingSource(store, clock)
        first = next_job(source)
        source.lost(first)
        assert source.next() == first
        source.lost(first)
        assert source.next() != first
        clock.now += FIRST_SECONDS
        assert source.next() == first
