"""Public views of a league, which depend on the visitor."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enraya.web.league.access import Asker
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import look, queue, shown_names, shown_ranking
from tests.league.making import join, submit
from tests.web.league.running import open_server

pytestmark = pytest.mark.anyio

NOBODY = Asker("192.0.2.1")
OPERATOR = Asker("192.0.2.1", is_operator=True)


def ranked(team: int | None, player: str) -> dict[str, Any]:
    measured = {"elo": 0.0, "low": None, "high": None, "games": 0, "points": 0.0}
    return {"team": team, "player": player, "version": None, **measured}


RANKING = [ranked(1, "team 1"), ranked(2, "team 2"), ranked(None, "random"), ranked(3, "team 3")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LeagueServer]:
    """A league of three teams that shows the first two places."""
    with open_server(tmp_path / "ia", top=2, shows_aliases=True) as found:
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
def test_other_teams_are_shown_by_their_aliases(
    server: LeagueServer, asker: Asker, names: list[str]
) -> None:
    assert shown_names(server, asker) == dict(enumerate(names, start=1))


def test_a_league_can_show_all_names_and_all_places(tmp_path: Path) -> None:
    with open_server(tmp_path / "ia", shows_aliases=False, top=0) as server:
        team = join(server.store, "A")
        assert shown_names(server, NOBODY) == {team: "A"}
        assert [row.place for row in shown_ranking(server, NOBODY, RANKING)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("asker", "rows"),
    [
        (NOBODY, [(1, "alias of A", False), (2, "alias of B", False)]),
        (Asker("", team=2), [(1, "alias of A", False), (2, "B", True)]),
        (Asker("", team=3), [(1, "alias of A", False), (2, "alias of B", False), (4, "C", True)]),
        (OPERATOR, [(1, "A", False), (2, "B", False), (3, "random", False), (4, "C", False)]),
    ],
)
def test_all_see_the_first_places_and_a_team_sees_its_own(
    server: LeagueServer, asker: Asker, rows: list[tuple[int, str, bool]]
) -> None:
    shown = shown_ranking(server, asker, RANKING)
    assert [(row.place, row.name, row.is_mine) for row in shown] == rows
    assert [row.place for row in shown if row.is_baseline] == ([3] if asker.is_operator else [])


@pytest.mark.parametrize(
    ("asker", "is_mine", "team"),
    [(NOBODY, False, None), (Asker("", team=1), True, None), (OPERATOR, False, 1)],
)
async def test_only_its_team_and_the_operator_know_whose_a_queued_version_is(
    server: LeagueServer, asker: Asker, is_mine: bool, team: int | None
) -> None:
    submit(server.store, 1)
    (row,) = await queue(server, asker)
    assert (row.place, row.is_mine, row.team) == (1, is_mine, team)


async def test_the_counts_of_a_league_are_the_latest_reported(
    server: LeagueServer,
) -> None:
    assert (await look(server, NOBODY)).teams == 3
    server.changes.send({"teams": 7, "games": 80, "queue": 9})
    found = await look(server, NOBODY)
    assert (found.teams, found.games, found.queue) == (7, 80, 9)
