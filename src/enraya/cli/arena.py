"""What the commands of the arena share: options, the run with its live table, the answer."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from enraya.arena.settings import Settings
from enraya.arena.store import Store, Tournament
from enraya.arena.summary import AgentRow, Summary, summarise
from enraya.arena.tournament import OnGames, enter, run_tournament
from enraya.cli.common import progress_bar, progress_console
from enraya.types import Limit

REFRESH_SECONDS = 1.0
"""How often the live table is made anew."""
AGENT_WIDTH = 16

SecondsOption = Annotated[float | None, typer.Option(min=0, help="Time for each move.")]
NodesOption = Annotated[
    int | None, typer.Option(min=1, help="Positions an agent may look at for each move.")
]
DepthOption = Annotated[int | None, typer.Option(min=1, help="Moves an agent may look ahead.")]
ClockOption = Annotated[
    str, typer.Option(help="Time for each player's whole game, and after each move: 60+1.")
]
OpeningPliesOption = Annotated[
    int, typer.Option("--opening-plies", min=0, help="Random moves before each pair of games.")
]
OpeningsOption = Annotated[
    Path | None, typer.Option("--openings", help="A file with the moves of an opening per line.")
]
BalancedOption = Annotated[
    bool, typer.Option("--balanced", help="Only openings that the solver calls even.")
]
SeedOption = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The file with all games; one for all by default.")
]
EngineOption = Annotated[
    str, typer.Option(help="Where the games are played: serial, processes, ray.")
]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Games at once; as many as there are cores by default.")
]
AgainOption = Annotated[
    bool, typer.Option("--again", help="Play anew what the store holds already.")
]
MemoryOption = Annotated[
    int, typer.Option("--memory-mb", min=0, help="Memory for an agent from a file.")
]


def default_store() -> Path:
    """Where games are kept when nothing else is said; the folder is made."""
    from platformdirs import user_data_path

    folder = user_data_path("enraya")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.sqlite"


def limit_of(seconds: float | None, nodes: int | None, depth: int | None) -> Limit:
    """The limit of each move that the options ask for."""
    return Limit(seconds=seconds, nodes=nodes, depth=depth)


def play_and_print(
    settings: Settings,
    store: Store,
    *,
    engine: str,
    workers: int | None,
    again: bool,
    as_json: bool,
) -> None:
    """Plays a tournament, or what is missing of it, and prints the table."""
    with progress_bar("openings", settings.openings_needed) as advance:
        tournament = enter(settings, store, again=again, on_opening=lambda: advance(1))
    finish_and_print(tournament, store, engine=engine, workers=workers, as_json=as_json)


def finish_and_print(
    tournament: Tournament, store: Store, *, engine: str, workers: int | None, as_json: bool
) -> None:
    """Plays what is missing of a tournament and prints the table."""
    before = store.count(tournament.id)
    try:
        with live_table(store, tournament) as on_games:
            done = run_tournament(
                tournament, store, engine=engine, workers=workers, on_games=on_games
            )
    except KeyboardInterrupt:
        print(
            f"enraya: stopped; {store.count(tournament.id)} games are kept, "
            f"`enraya tournament --resume {tournament.id}` goes on",
            file=sys.stderr,
        )
        raise
    summary = summarise(store, done)
    if as_json:
        print(json.dumps({**summary.to_object(), "store": str(store.path)}))
        return
    Console().print(summary_table(summary))
    played = summary.games - before
    note = "" if played else "; --again plays them anew, --seed plays others"
    print(
        f"tournament {done.id}: {summary.games} games, {played} of them played now{note}\n"
        f"store: {store.path}"
    )


def summary_table(summary: Summary) -> Table:
    """The ranking with error bars, results on both sides, and what moves cost."""
    table = Table("", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold", min_width=AGENT_WIDTH)
    for heading in ("elo", "±", "points", "+ = −", "first", "second", "s/move", "nodes"):
        table.add_column(heading, justify="right", no_wrap=True)
    with_faults = any(row.faults for row in summary.agents)
    if with_faults:
        table.add_column("failed")
    for rank, row in enumerate(summary.agents, start=1):
        cells = _cells(rank, row)
        if with_faults:
            cells.append(", ".join(f"{what} {count}" for what, count in row.faults.items()))
        table.add_row(*cells)
    return table


def _cells(rank: int, row: AgentRow) -> list[str]:
    rating, tally = row.standing.rating, row.standing.tally
    total = tally.total
    return [
        str(rank),
        row.standing.agent,
        f"{rating.elo:.0f}",
        f"{(rating.high - rating.low) / 2:.0f}" if total.games else "-",
        f"{total.points:g}/{total.games}",
        f"{total.wins} {total.draws} {total.losses}",
        f"{100 * tally.as_first.share:.0f} %" if tally.as_first.games else "-",
        f"{100 * tally.as_second.share:.0f} %" if tally.as_second.games else "-",
        "-" if row.seconds is None else f"{row.seconds:.4f}",
        "-" if row.nodes is None else f"{row.nodes:,.0f}",
    ]


@contextmanager
def live_table(store: Store, tournament: Tournament) -> Iterator[OnGames]:
    """A table and a bar on standard error that follow the games; silent without a terminal."""
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns)
    task = progress.add_task("games", total=None)
    console = progress_console()
    shown = monotonic() - REFRESH_SECONDS
    with Live(progress, console=console, transient=True, refresh_per_second=4) as live:

        def on_games(played: int, needed: int) -> None:
            nonlocal shown
            if console.quiet:
                return
            progress.update(task, completed=played, total=needed)
            if played and monotonic() - shown >= REFRESH_SECONDS:
                live.update(Group(summary_table(summarise(store, tournament)), progress))
                shown = monotonic()

        yield on_games
