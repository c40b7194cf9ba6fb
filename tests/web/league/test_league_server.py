"""What the server of a league keeps for a moment, tells, and counts."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from enraya.web.league import league_server as hall_module
from enraya.web.league.league_server import PULSE_SECONDS, READ_SECONDS, Attempts, Hall, Pulse
from tests.web.league.making import open_hall


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands at its only number."""
    now = [1000.0]
    monkeypatch.setattr(hall_module, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(tmp_path / "ia") as found:
        yield found


def test_what_was_found_is_shown_for_a_moment(clock: list[float], hall: Hall) -> None:
    numbers = count()

    def look() -> int:
        return hall.recent("a number", lambda: next(numbers))

    assert look() == 0
    clock[0] += PULSE_SECONDS
    assert look() == 0
    clock[0] += 0.5
    assert look() == 1
    assert hall.recent("another", lambda: next(numbers)) == 2


def test_what_takes_longer_is_read_once_for_a_whole_class(clock: list[float], hall: Hall) -> None:
    numbers = count()

    async def ask() -> list[int]:
        asked = (hall.read_once("a number", lambda _: next(numbers)) for _ in range(3))
        return await asyncio.gather(*asked)

    async def look() -> None:
        assert await ask() == [0, 0, 0]
        clock[0] += READ_SECONDS
        assert await ask() == [0, 0, 0]
        clock[0] += 0.5
        assert await ask() == [1, 1, 1]

    asyncio.run(look())


def test_before_the_first_games_nobody_is_ranked(hall: Hall) -> None:
    assert hall.ranking() == []


def test_everybody_who_waits_is_told_of_a_change_at_once() -> None:
    async def follow() -> list[str]:
        pulse = Pulse()
        assert await pulse.wait("", 60) == "{}"
        waiting = [asyncio.ensure_future(pulse.wait("{}", 60)) for _ in range(3)]
        await asyncio.sleep(0)
        pulse.beat({})
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting), "nothing has changed"
        pulse.beat({"games": 1})
        return await asyncio.gather(*waiting)

    assert asyncio.run(follow()) == ['{"games": 1}'] * 3


def test_who_waits_in_vain_is_told_the_same_again() -> None:
    assert asyncio.run(Pulse().wait("{}", 0.0)) == "{}"


def test_wrong_secrets_count_for_some_minutes(clock: list[float]) -> None:
    attempts = Attempts()
    assert not attempts.are_too_many("192.0.2.1")
    for _ in range(Attempts.MOST):
        assert not attempts.are_too_many("192.0.2.1")
        attempts.note("192.0.2.1")
    assert attempts.are_too_many("192.0.2.1")
    assert not attempts.are_too_many("192.0.2.2")
    clock[0] += Attempts.SECONDS
    assert attempts.are_too_many("192.0.2.1")
    clock[0] += 1.0
    assert not attempts.are_too_many("192.0.2.1")
    attempts.note("192.0.2.1")
    assert not attempts.are_too_many("192.0.2.1")


def test_only_addresses_that_have_to_wait_are_remembered_when_there_are_many(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Attempts, "_MOST_ADDRESSES", 3)
    attempts = Attempts()
    for _ in range(Attempts.MOST):
        attempts.note("192.0.2.1")
    for address in ("192.0.2.2", "192.0.2.3", "192.0.2.4"):
        attempts.note(address)
    assert attempts._wrong.keys() == {"192.0.2.1", "192.0.2.4"}
    assert attempts.are_too_many("192.0.2.1")
    assert clock == [1000.0]
