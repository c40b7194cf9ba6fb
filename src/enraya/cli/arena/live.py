"""What standard error shows while games are played; nothing when it is not a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from enraya.arena.play.sprt_match import OnGames, SprtMatch
from enraya.arena.results.summary import summarise
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store, Tournament
from enraya.cli.common.progress import progress_console
from enraya.front.ranking import ranking_table

REFRESH_SECONDS = 1.0
"""How often the table is updated, if that is quick."""
REFRESH_SHARE = 0.05
"""The share of the time that updating the table may take."""


@contextmanager
def live_table(store: Store, tournament: Tournament) -> Iterator[OnGames]:
    """The ranking and a bar that follow the games."""
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
            if due is None:  # games of an earlier run say nothing about the speed
                progress.reset(task, total=needed, completed=played)
                due = now + REFRESH_SECONDS
            progress.update(task, completed=played, total=needed)
            if played and now >= due:
                live.update(Group(ranking_table(summarise(store, tournament), console), progress))
                took = monotonic() - now
                due = now + max(REFRESH_SECONDS, took / REFRESH_SHARE)

        yield on_games


@contextmanager
def live_ratio(store: Store, tournament: Tournament, test: Sprt) -> Iterator[OnGames]:
    """A line that follows the test."""
    console = progress_console()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    lower, upper = test.bounds
    shown = monotonic() - REFRESH_SECONDS
    match = SprtMatch.start(test)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("the first games", total=None)

        def on_games(played: int, most: int) -> None:
            nonlocal shown, match
            if console.quiet or monotonic() - shown < REFRESH_SECONDS:
                return
            match = match.after(store.winners(tournament.id))
            text = f"LLR {match.verdict.llr:+.2f} of {lower:.2f} to {upper:.2f}"
            progress.update(task, description=f"{text}, {played} games (at most {most})")
            shown = monotonic()

        yield on_games
