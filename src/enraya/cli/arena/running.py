"""What the commands of the arena share: options, the run with its live table, the answer."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from enraya.arena.plan.openings import read_openings
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.sprt_match import OnGames
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.mistakes import judge_tournament
from enraya.arena.statistics.summary import AgentRow, Summary, summarise
from enraya.arena.store.store import Store, Tournament
from enraya.cli.common.messages import fail
from enraya.cli.common.progress import done_bar, progress_bar, progress_console
from enraya.errors import InvalidSetting
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.work import check_engine

REFRESH_SECONDS = 1.0
"""How often the live table is made anew, if that is quick."""
REFRESH_SHARE = 0.05
"""The part of the time that making it may take."""
AGENT_WIDTH = 12
PLAIN_WIDTH = 120
"""Of tables that go to a file or another program."""

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
AddressOption = Annotated[
    str | None,
    typer.Option(help="A Ray cluster that is running, such as head:6379; with --engine ray."),
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
MistakesOption = Annotated[
    bool, typer.Option("--mistakes", help="Judge every move by the solver; takes its time.")
]


def default_store() -> Path:
    """Where games are kept when nothing else is said; the folder is made."""
    from platformdirs import user_data_path

    folder = user_data_path("enraya")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(
            f"cannot make {str(folder)!r}: {error.strerror}; use --store"
        ) from None
    return folder / "games.sqlite"


def openings_in(path: Path | None, rules: RuleSet) -> tuple[str, ...]:
    """The openings of a file; none without one, and random ones take their place."""
    return tuple(read_openings(path, rules)) if path else ()


def limit_of(seconds: float | None, nodes: int | None, depth: int | None) -> Limit:
    """The limit of each move that the options ask for."""
    return Limit(seconds=seconds, nodes=nodes, depth=depth)


class RunOptions(NamedTuple):
    """How a tournament is played and printed, which does not change its games."""

    engine: str
    workers: int | None
    mistakes: bool
    as_json: bool


def play_and_print(
    settings: TournamentSettings, store: Store, options: RunOptions, *, again: bool
) -> None:
    """Plays a tournament, or what is missing of it, and prints the table."""
    check_engine(options.engine)
    with progress_bar("openings", settings.openings_needed) as advance:
        tournament = enter(settings, store, again=again, on_opening=lambda: advance(1))
    finish_and_print(tournament, store, options)


def finish_and_print(tournament: Tournament, store: Store, options: RunOptions) -> None:
    """Plays what is missing of a tournament and prints the table."""
    before = store.count(tournament.id)
    try:
        with live_table(store, tournament) as on_games:
            done = run_tournament(
                tournament, store, engine=options.engine, workers=options.workers, on_games=on_games
            )
    except KeyboardInterrupt:
        kept = f"{store.count(tournament.id)} games of tournament {tournament.id} are kept"
        fail(f"stopped; {kept}, the same command goes on")
        raise
    if options.mistakes:
        _judge(done, store, options)
    summary = summarise(store, done)
    if options.as_json:
        print(json.dumps({**summary.to_object(), "store": str(store.path)}))
        return
    print_summary(summary)
    played = summary.games - before
    note = "" if played else "; --again plays them anew, --seed plays others"
    print(f"tournament {done.id}: {summary.games} games, {played} of them played now{note}")
    if summary.champion is not None:
        print(f"winner of the knock-out: {summary.champion}")
    print(f"store: {store.path}")


def _judge(tournament: Tournament, store: Store, options: RunOptions) -> None:
    with done_bar("judging games") as on_done:
        judge_tournament(
            tournament,
            store,
            engine=options.engine,
            workers=options.workers,
            on_done=on_done,
        )


def print_summary(summary: Summary) -> None:
    """Prints the ranking."""
    Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH).print(summary_table(summary))


def summary_table(summary: Summary) -> Table:
    """The ranking with error bars, results on both sides, and what moves cost."""
    table = Table("", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold", min_width=AGENT_WIDTH)
    for heading in ("elo", "±", "points", "+ = −", "first", "second", "s/move", "nodes"):
        table.add_column(heading, justify="right", no_wrap=True)
    extra: dict[str, Callable[[AgentRow], str]] = {}
    if any(row.mistakes for row in summary.agents):
        extra["wrong"] = _mistake_share
    if any(row.faults for row in summary.agents):
        extra["failed"] = _faults
    for heading in extra:
        table.add_column(heading, justify="right", min_width=len(heading))
    for rank, row in enumerate(summary.agents, start=1):
        table.add_row(*_cells(rank, row), *(cell(row) for cell in extra.values()))
    return table


def _mistake_share(row: AgentRow) -> str:
    """The share of moves that threw a win or a draw away."""
    if not row.mistakes or not row.mistakes.moves:
        return "-"
    return f"{100 * row.mistakes.losing / row.mistakes.moves:.1f} %"


def _faults(row: AgentRow) -> str:
    return ", ".join(f"{what} {count}" for what, count in row.faults.items())


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
    due: float | None = None
    with Live(progress, console=console, transient=True, refresh_per_second=4) as live:

        def on_games(played: int, needed: int) -> None:
            nonlocal due
            if console.quiet:
                return
            now = monotonic()
            if due is None:  # what an earlier run has played says nothing about the speed
                progress.reset(task, total=needed, completed=played)
                due = now + REFRESH_SECONDS
            progress.update(task, completed=played, total=needed)
            if played and now >= due:
                live.update(Group(summary_table(summarise(store, tournament)), progress))
                took = monotonic() - now
                due = now + max(REFRESH_SECONDS, took / REFRESH_SHARE)

        yield on_games
