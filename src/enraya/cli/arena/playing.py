"""Playing a tournament from the command line, and printing its ranking."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
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

from enraya.agents.isolated import DEFAULT_ALLOWANCE, protection
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.sprt_match import OnGames, SprtMatch
from enraya.arena.play.tournament import compile_agents, enter, run_tournament
from enraya.arena.results.mistakes import judge_tournament
from enraya.arena.results.summary import Summary, summarise
from enraya.arena.statistics.elo import describe_score
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import total_of
from enraya.arena.store.store import Store, Tournament
from enraya.cli.arena.options import GameOptions
from enraya.cli.common.messages import check_folder, fail, interruptible
from enraya.cli.common.progress import done_bar, progress_bar, progress_console
from enraya.cli.common.tables import show
from enraya.files import write_text
from enraya.front.game_results import Ranking
from enraya.front.ranking import ranking_table
from enraya.limit import Limit
from enraya.reports.ranking_csv import csv_for_spreadsheets, ranking_csv
from enraya.work import named_engine

REFRESH_SECONDS = 1.0
"""Seconds from one update of the table to the next, if updating is quick."""
REFRESH_SHARE = 0.05
"""The largest share of the time that updating the table may take."""


def enter_tournament(
    settings: TournamentSettings, store: Store, options: GameOptions
) -> Tournament:
    """Enters a tournament in the store; a bar shows how many of its openings have been found."""
    named_engine(options.place)  # refuses an unknown engine before openings are looked for
    with progress_bar("openings", settings.openings_needed) as advance:
        return enter(settings, store, again=options.again, on_opening=lambda: advance(1))


def play_games(
    tournament: Tournament,
    store: Store,
    options: GameOptions,
    shown: AbstractContextManager[OnGames],
) -> Tournament:
    """Plays the missing games of a tournament while ``shown`` displays the progress."""
    _warn_of_files(tournament.settings)
    if not tournament.finished:
        console = progress_console()
        compile_agents(tournament, store, on_agent=lambda name: console.print(f"compiling {name}"))
    with interruptible(_kept(tournament, store)), shown as on_games:
        return run_tournament(
            tournament, store, engine=options.place, workers=options.workers, on_games=on_games
        )


def finish_and_print(
    tournament: Tournament,
    store: Store,
    options: GameOptions,
    *,
    mistakes: bool,
    as_json: bool,
    csv: Path | None = None,
) -> None:
    """Plays the missing games of a tournament and prints its ranking, also to the file ``csv``."""
    check_folder(csv)
    before = store.count(tournament.id)
    done = play_games(tournament, store, options, live_table(store, tournament))
    if mistakes:
        with interruptible(_kept(done, store)), done_bar("judging games") as on_done:
            judge_tournament(
                done, store, engine=options.place, workers=options.workers, on_done=on_done
            )
    summary = summarise(store, done)
    if csv:
        write_text(csv, csv_for_spreadsheets(ranking_csv(summary)))
    show(
        {**summary.to_object(), "store": str(store.path)},
        lambda: [Ranking(summary), *_remarks(summary, store, summary.games - before, csv)],
        as_json=as_json,
    )


def _remarks(summary: Summary, store: Store, played: int, csv: Path | None) -> Iterator[str]:
    """The lines below the ranking: a match's result, the number of games, and their store."""
    done = summary.tournament
    if done.settings.kind in {"match", "gauntlet"}:
        one = done.names[0]
        yield f"{one}: {describe_score(total_of(one, summary.tallies))}"
    note = "" if played else "; --again plays them once more, --seed plays others"
    yield f"tournament {done.id}: {summary.games} games, {played} of them played now{note}"
    if summary.champion is not None:
        yield f"winner of the knock-out: {summary.champion}"
    if csv:
        yield f"spreadsheet: {csv}"
    elif done.settings.kind != "match" and sys.stdout.isatty():
        kept = shlex.quote(str(store.path))
        yield f"for a spreadsheet: enraya report {done.id} --csv ranking.csv --store {kept}"
    yield f"store: {store.path}"


def _kept(tournament: Tournament, store: Store) -> str:
    return f"tournament {tournament.id} in {str(store.path)!r}"


def _warn_of_files(settings: TournamentSettings) -> None:
    """Warns, if agents from files play, of a missing sandbox or a missing time limit."""
    if not any(entrant.agent.is_isolated for entrant in settings.agents):
        return
    found = protection()
    if not found.is_sandbox:
        fail(
            "warning: there is no sandbox here, so agents from files can do whatever you can "
            f"({found.obstacle})"
        )
    if settings.limit == Limit() and not settings.clock:
        fail(
            f"an agent from a file may think for {DEFAULT_ALLOWANCE.seconds:g} s before it loses a "
            "game; --seconds 1 would be less"
        )


@contextmanager
def live_table(
    store: Store, tournament: Tournament, clock: Callable[[], float] = monotonic
) -> Iterator[OnGames]:
    """Shows the ranking and a bar, updated while the block plays games."""
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
            now = clock()
            if due is None:  # games of an earlier run say nothing about the speed
                progress.reset(task, total=needed, completed=played)
                due = now + REFRESH_SECONDS
            progress.update(task, completed=played, total=needed)
            if played and now >= due:
                live.update(Group(ranking_table(summarise(store, tournament), console), progress))
                took = clock() - now
                due = now + max(REFRESH_SECONDS, took / REFRESH_SHARE)

        yield on_games


@contextmanager
def live_ratio(store: Store, tournament: Tournament, test: Sprt) -> Iterator[OnGames]:
    """Shows the log-likelihood ratio of a test, updated while the block plays games."""
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
