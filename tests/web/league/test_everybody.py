"""What somebody sees of a league depends on who asks."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enraya.web.league import everybody
from enraya.web.league.askers import Asker
from enraya.web.league.everybody import STREAM_SECONDS, live, queue, shown_names, shown_ranking
from enraya.web.league.hall import Hall
from tests.league.making import join, submit
from tests.web.league.making import open_hall

NOBODY = Asker("192.0.2.1")
OPERATOR = Asker("192.0.2.1", is_operator=True)


def ranked(team: int | None, player: str) -> dict[str, Any]:
    measured = {"elo": 0.0, "low": None, "high": None, "games": 0, "points": 0.0}
    return {"team": team, "player": player, "version": None, **measured}


RANKING = [ranked(1, "team 1"), ranked(2, "team 2"), ranked(None, "random"), ranked(3, "team 3")]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A league of three teams that shows the first two places."""
    with open_hall(tmp_path / "ia", top=2, shows_aliases=True) as found:
        store = found.store
        with store.database.transaction():
            for name in ("A", "B", "C"):
                store.teams.add(name, f"alias of {name}", [], most=100, who="test")
        yield found


@pytest.mark.parametrize(
    ("asker", "names"),
    [
        (NOBODY, ["alias of A", "alias of B", "alias of C"]),
        (Asker("", team=2), ["alias of A", "B", "alias of C"]),
        (OPERATOR, ["A", "B", "C"]),
    ],
)
def test_others_are_known_by_their_aliases(hall: Hall, asker: Asker, names: list[str]) -> None:
    assert shown_names(hall, asker) == dict(enumerate(names, start=1))


def test_a_league_without_aliases_shows_names(tmp_path: Path) -> None:
    with open_hall(tmp_path / "ia", shows_aliases=False) as hall:
        team = join(hall.store, "A")
        assert shown_names(hall, NOBODY) == {team: "A"}


@pytest.mark.parametrize(
    ("asker", "rows"),
    [
        (NOBODY, [(1, "alias of A", False), (2, "alias of B", False)]),
        (Asker("", team=2), [(1, "alias of A", False), (2, "B", True)]),
        (Asker("", team=3), [(1, "alias of A", False), (2, "alias of B", False), (4, "C", True)]),
        (OPERATOR, [(1, "A", False), (2, "B", False), (3, "random", False), (4, "C", False)]),
    ],
)
def test_the_first_places_are_for_all_and_ones_own_for_oneself(
    hall: Hall, asker: Asker, rows: list[tuple[int, str, bool]]
) -> None:
    shown = shown_ranking(hall, asker, RANKING)
    assert [(row.place, row.name, row.is_mine) for row in shown] == rows
    assert [row.place for row in shown if row.is_baseline] == ([3] if asker.is_operator else [])


def test_all_places_are_shown_where_the_league_hides_none(tmp_path: Path) -> None:
    with open_hall(tmp_path / "ia", top=0) as hall:
        assert [row.place for row in shown_ranking(hall, NOBODY, RANKING)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("asker", "is_mine", "team"),
    [(NOBODY, False, None), (Asker("", team=1), True, None), (OPERATOR, False, 1)],
)
def test_whose_a_waiting_version_is_only_the_team_and_the_operator_know(
    hall: Hall, asker: Asker, is_mine: bool, team: int | None
) -> None:
    submit(hall.store, 1)
    (row,) = asyncio.run(queue(hall, asker))
    assert (row.place, row.is_mine, row.team) == (1, is_mine, team)


def test_a_stream_tells_what_is_new_and_ends_by_itself(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(everybody, "monotonic", lambda: now[0])
    monkeypatch.setattr(everybody, "BEAT_SECONDS", 0.0)

    async def follow() -> list[str]:
        told = aiter((await live(hall, NOBODY)).body_iterator)
        found = [str(await anext(told)), str(await anext(told))]
        hall.pulse.beat({"games": 1})
        found.append(str(await anext(told)))
        now[0] += STREAM_SECONDS
        return found + [str(text) async for text in told]

    assert asyncio.run(follow()) == ["data: {}\n\n", ": still here\n\n", 'data: {"games": 1}\n\n']


def test_a_stream_ends_with_the_server(hall: Hall) -> None:
    async def follow() -> list[str]:
        told = aiter((await live(hall, NOBODY)).body_iterator)
        found = [str(await anext(told))]
        hall.end_streams()
        return found + [str(text) async for text in told]

    assert asyncio.run(follow()) == ["data: {}\n\n"]
