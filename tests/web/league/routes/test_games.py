"""Games over the network while they are played."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx

from enraya.arena.plan.schedule import Pairing
from enraya.league.model.event_plan import EventPlan
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event, start_event
from enraya.web.league.routes.games import look
from tests.league.making import enter_agent
from tests.league.work.test_watched_games import show
from tests.web.league.running import Links, open_server, visitors

LATER = 10.0**10


def messages(stream: httpx.Response) -> Iterator[list[dict[str, object]]]:
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: ")).get("games", [])


def test_games_are_watched_move_by_move_under_public_names(
    tmp_path: Path,
) -> None:
    links = Links(tmp_path / "ia")
    with LeagueStore(links.folder) as store:
        team = enter_agent(store, "A", "random")
        store.database.write("UPDATE teams SET alias = 'Somebody' WHERE id = ?", team)
        place = len(store.players.all()) - 1
    game = Pairing(0, place, 3)
    with (
        visitors(links, "") as (nobody,),
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


def test_an_event_game_is_watched_from_the_second_look_with_the_event_name(
    tmp_path: Path,
) -> None:
    with open_server(tmp_path / "ia") as server:
        for name in ("A", "B"):
            enter_agent(server.store, name, "random")
        event = start_event(
            server.store, plan_event(server.store, "Final", EventPlan(), LATER), LATER
        )
        assert event.tournament is not None
        show(server.store.folder, event.tournament, Pairing(0, 1, 0), "12")
        assert look(server) == [], "it may be over in a moment"
        show(server.store.folder, event.tournament, Pairing(0, 1, 0), "123")
        (found,) = look(server)
        assert (found["event"], found["first"], found["second"]) == ("Final", "A", "B")
        assert found["position"]["moves"] == "123"
