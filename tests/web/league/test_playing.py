"""Games over the network while they are played."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx

from enraya.arena.plan.pairing import Pairing
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from tests.league.making import enter_agent
from tests.league.playing.test_watching import show
from tests.web.league.running import Links, person, running_league


def messages(stream: httpx.Response) -> Iterator[list[dict[str, object]]]:
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: ")).get("games", [])


def test_everybody_sees_games_move_by_move_under_the_names_that_all_may_see(
    tmp_path: Path,
) -> None:
    links = Links(tmp_path / "ia")
    with LeagueStore(links.folder) as store:
        team = enter_agent(store, "A", "random")
        store.database.write("UPDATE teams SET alias = 'Somebody' WHERE id = ?", team)
        place = len(store.players.all()) - 1
    game = Pairing(0, place, 3)
    with (
        running_league(links.folder) as address,
        person(address) as nobody,
        nobody.stream("GET", "/api/league/playing") as stream,
    ):
        seen = messages(stream)
        assert next(seen) == []
        show(links.folder, LADDER, game, "12")
        (one,) = next(found for found in seen if found)
        assert (one["first"], one["second"], one["event"]) == ("random", "Somebody", "")
        assert one["position"]["moves"] == "12"  # type: ignore[index]
        show(links.folder, LADDER, game, "123")
        (later,) = next(seen)
        assert later["key"] == one["key"]
        assert later["position"]["moves"] == "123"  # type: ignore[index]
