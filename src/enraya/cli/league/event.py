"""`enraya league event`: planning, starting, publishing and replaying a league's tournaments."""

from pathlib import Path
from time import sleep, time
from typing import Annotated

import typer

from enraya.cli.common.options import EngineOption, JsonOption, LangOption, chosen_texts
from enraya.cli.common.tables import show
from enraya.cli.common.verbs import make_app
from enraya.cli.league.common import (
    AnyReasonOption,
    FolderOption,
    ReasonOption,
    folder_name,
    moment,
    open_league,
    plain_table,
)
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.model.settings import read_moment
from enraya.league.rank.event_results import places, shown_names, shown_tournament
from enraya.league.store.events import events, find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import (
    cancel_event,
    plan_event,
    publish_event,
    start_event,
)
from enraya.league.work.event_source import replay as play_again
from enraya.league.work.process import is_working
from enraya.reports.tournament import report_text

_PAUSE_SECONDS = 0.5
app = make_app(help="Plan events, which are tournaments of the teams' versions, and publish them.")
EventArgument = Annotated[str, typer.Argument(help="The event, by number or name.")]


@app.command()
def plan(
    name: Annotated[str, typer.Argument(help="The name of the event.")],
    starts: Annotated[
        str, typer.Option(help="The start, in the league's zone, like 2026-12-18T12:00; or now.")
    ] = "",
    freeze: Annotated[
        str, typer.Option(help="When the versions that play are fixed; the start if empty.")
    ] = "",
    kind: Annotated[str, typer.Option(help="round-robin, swiss or knockout.")] = "round-robin",
    games: Annotated[int, typer.Option(help="Games between two players who meet.")] = 2,
    rounds: Annotated[
        int, typer.Option(help="Rounds of a Swiss tournament; 0 for enough to find a winner.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="The seed of the openings and games.")] = 1,
    with_baselines: Annotated[
        bool, typer.Option("--with-baselines", help="Let the baselines play too.")
    ] = False,
    reason: AnyReasonOption = "",
    folder: FolderOption = None,
) -> None:
    """Put an event on the calendar; it starts automatically while the league is served.

    Example: enraya league event plan Final --starts 2026-12-19T12:00 --kind swiss --games 4
    """
    with open_league(folder) as store:
        zone = store.settings.zone
        frozen = read_moment(freeze, zone).timestamp() if freeze else 0.0
        begins = read_moment(starts, zone).timestamp() if starts else time()
        wanted = EventPlan(kind, games, rounds, seed, with_baselines, frozen)
        event = plan_event(store, name, wanted, begins, reason)
    print(f"event {event.id} {event.name!r}: {moment(event.starts, zone)} ({zone})")


@app.command("list")
def list_(
    folder: FolderOption = None, lang: LangOption = None, as_json: JsonOption = False
) -> None:
    """List the events of a league with their dates, states and games.

    Example: enraya league event list
    """
    t = chosen_texts(lang)
    with open_league(folder) as store:
        zone = store.settings.zone
        rows = [
            {
                "event": event.id, "name": event.name, "starts": moment(event.starts, zone),
                "kind": event.plan.kind, "state": event.state.value,
                "players": len(event.plan.entrants),
                "games": store.arena.count(event.tournament) if event.tournament else 0,
                "reason": t.say(event.reason),
            }
            for event in events(store)
        ]  # fmt: skip
    headings = ("", "name", f"starts ({zone})", "kind", "state", "players", "games", "why")
    show(rows, lambda: plain_table(headings, (row.values() for row in rows)), as_json=as_json)


@app.command()
def start(event: EventArgument, reason: AnyReasonOption = "", folder: FolderOption = None) -> None:
    """Start an event now, before its date.

    The worker of the league plays the games while this runs: enraya league serve

    Example: enraya league event start Final
    """
    with open_league(folder) as store:
        begun = start_event(store, find_event(store, event), time(), reason)
    print(f"event {begun.name!r} has begun with {len(begun.plan.entrants)} players")


@app.command()
def cancel(event: EventArgument, reason: ReasonOption, folder: FolderOption = None) -> None:
    """Call off an event that has not begun.

    Example: enraya league event cancel Final --reason strike
    """
    with open_league(folder) as store:
        found = find_event(store, event)
        cancel_event(store, found, reason)
    print(f"event {found.name!r} is called off")


@app.command()
def publish(
    event: EventArgument,
    out: Annotated[
        Path | None, typer.Option(help="The HTML file to write; by default named like the event.")
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until it is played.")] = False,
    reason: AnyReasonOption = "",
    folder: FolderOption = None,
    lang: LangOption = None,
) -> None:
    """Write the report of a played event and make its results public.

    The report shows aliases if the ranking does, and never sources.

    Example: enraya league event publish Final --out final.html
    """
    t = chosen_texts(lang)
    with open_league(folder) as store:
        if wait:
            _wait(store, event)
        found = publish_event(store, find_event(store, event), reason)
        page = out or Path(f"{folder_name(found.name)}.html")
        write_text(page, report_text(store.arena, shown_tournament(store, found), t))
        names = shown_names(store)
        table = [(one.place, names[one.team], one.points) for one in places(store, found)]
    for place, name, points in table:
        print(f"{place:3} {name} {points:g}")
    print(f"{page}: the report")


def _wait(store: LeagueStore, text: str) -> None:
    """Waits until an event has been played or cancelled.

    Raises:
        InvalidSetting: when no worker is running that could play it.
    """
    while (event := find_event(store, text)).state not in (
        EventState.PLAYED, EventState.PUBLISHED, EventState.CANCELLED
    ):  # fmt: skip
        if not is_working(store.folder):
            raise InvalidSetting(
                f"event {event.name!r} is {event.state} and no worker is running; start one with: "
                "enraya league serve"
            )
        sleep(_PAUSE_SECONDS)


@app.command()
def replay(
    event: EventArgument,
    engine: EngineOption = "processes",
    folder: FolderOption = None,
) -> None:
    """Replay every game of an event and compare the moves; nothing is stored.

    A game goes the same way if its moves are not limited by time and the agents depend on nothing
    but the moves and their seed.

    Example: enraya league event replay Final
    """
    with open_league(folder) as store:
        found = list(play_again(store, find_event(store, event), engine=engine))
    different = found.count(False)
    print(f"{len(found)} games, {len(found) - different} of them the same")
    if different:
        raise InvalidSetting(f"games that went another way: {different}")
