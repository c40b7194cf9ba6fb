"""Playing a tournament: from its settings to every game in the store, through any interruption."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from enraya.agents import Agent
from enraya.agents.isolated.compiling import BadSource, compile_agent
from enraya.agents.text.spec import share_a_folder
from enraya.arena.plan.entrants import check_entrants, check_unchanged
from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.jobs import GameJob, JobResult, job_of, play_job
from enraya.arena.play.sprt_match import JobResults, OnGames, run_sprt_match
from enraya.arena.store.store import Store, Tournament
from enraya.errors import InvalidSetting
from enraya.platform import cores
from enraya.work import OnWait, stream_jobs

LARGEST_JOB = 256
_SHARE = 4
"""A job is at most what each worker still has to do, divided by this, so that all end together."""


def enter(
    settings: TournamentSettings,
    store: Store,
    *,
    again: bool = False,
    on_opening: Callable[[], None] | None = None,
    here: Mapping[str, Agent] | None = None,
) -> Tournament:
    """The tournament with these settings: the one in the store, or a new one.

    Everything that can be wrong is found now, before the first game.

    Args:
        settings: who plays, and how.
        store: where the games are kept.
        again: whether to make a new one even if the store has one.
        on_opening: called for each opening that is found.
        here: as `run_tournament` has it.

    Raises:
        EnrayaError: for settings or agents that are refused.
    """
    settings.check()
    check_entrants(settings.agents, settings.rule_set, here)
    known = None if again else store.find(settings)
    if known is not None:
        return known
    openings = settings.openings or random_openings(
        settings.rule_set,
        settings.opening_plies,
        settings.openings_needed,
        settings.seed,
        balanced=settings.balanced,
        on_found=on_opening,
    )
    return store.create(settings, openings)


def run_tournament(
    tournament: Tournament,
    store: Store,
    *,
    engine: str = "processes",
    workers: int | None = None,
    on_games: OnGames | None = None,
    on_wait: OnWait | None = None,
    live_folder: Path | None = None,
    alone: bool = False,
    here: Mapping[str, Agent] | None = None,
) -> Tournament:
    """Plays what is missing; the same games in every engine and after any interruption.

    Args:
        tournament: what to play; `enter` has checked it.
        store: where its games are kept.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many at once; every core by default.
        on_games: called with the number of games played and the number needed.
        on_wait: called a few times a second while games are played; what it raises ends them.
        live_folder: a folder in which workers show the games they play.
        alone: whether agents from files see only their own file; they always do where the folder of
            one of them holds the file of another, or the store.
        here: agents of this process by the texts that stand for them; only for the engine
            ``serial``. They are the same in all games, where others are made anew.

    Raises:
        InvalidSetting: when another version of enraya began the tournament, or the file of an
            agent has changed since.
        UnknownName: for an engine that does not exist.
    """
    settings = tournament.settings
    if tournament.finished:
        return tournament
    if not tournament.is_of_this_version:
        raise InvalidSetting(
            f"tournament {tournament.id} was begun by another version of enraya, and games of two "
            "versions do not mix; enter its agents again to play it with this one"
        )
    check_unchanged(settings.agents)
    compile_agents(tournament, store, alone=alone)

    hidden = alone or _share(tournament, store)
    shown = "" if live_folder is None else str(live_folder)
    if here and engine != "serial":
        raise InvalidSetting(f"agents of this process cannot play in the engine {engine!r}")

    def results(jobs: Iterator[GameJob]) -> Generator[JobResult, None, None]:
        placed = (job._replace(live_folder=shown, alone=hidden, here=here) for job in jobs)
        return stream_jobs(play_job, placed, engine=engine, workers=workers, on_wait=on_wait)

    with store.claim(tournament.id):
        if settings.test is not None:
            return run_sprt_match(tournament, store, settings.test, results, on_games)
        _play_missing(tournament, store, results, workers, on_games)
    store.finish(tournament.id)
    return store.tournament(tournament.id)


def compile_agents(
    tournament: Tournament,
    store: Store,
    *,
    alone: bool = False,
    on_agent: Callable[[str], None] | None = None,
) -> None:
    """Compiles the agents in languages other than Python, so that no game has to wait for it.

    One that does not compile loses its games, as a file in Python does that cannot be run.

    Args:
        tournament: whose agents.
        store: where its games are kept.
        alone: as `run_tournament` has it.
        on_agent: called with the name of each agent that has to be compiled, before it is.

    Raises:
        InvalidSetting: when this machine lacks a compiler.
    """
    hidden = alone or _share(tournament, store)
    for entrant in tournament.settings.agents:
        tell = partial(on_agent, entrant.name) if on_agent else None
        with suppress(BadSource):
            compile_agent(entrant.agent, alone=hidden, on_compile=tell)


def _share(tournament: Tournament, store: Store) -> bool:
    """Whether agents could read what is not for them in the folders of their files."""
    specs = (entrant.agent for entrant in tournament.settings.agents)
    return share_a_folder(specs, kept=[store.path])


def _play_missing(
    tournament: Tournament,
    store: Store,
    results: JobResults,
    workers: int | None,
    on_games: OnGames | None,
) -> None:
    """Plays every game that the schedule names, until it names no more."""
    winners = store.winners(tournament.id)
    while True:
        games = tournament.settings.schedule(winners)
        missing = [game for game in games if game not in winners]
        if on_games:
            on_games(len(winners), len(games))
        if not missing:
            return
        queue = _Queue(tournament, missing, workers or cores())
        for result in results(queue.jobs()):
            store.add_games(tournament.id, result.rows)
            queue.take_back(result)
            winners.update((row.pairing, row.winner or 0) for row in result.rows)
            if on_games:
                on_games(len(winners), len(games))


class _Queue:
    """Games on their way to the workers, in jobs that grow while they are quick."""

    def __init__(self, tournament: Tournament, games: list[Pairing], workers: int) -> None:
        self._tournament = tournament
        self._waiting = deque(games)
        self._workers = workers
        self._size = 1

    def jobs(self) -> Iterator[GameJob]:
        """The next jobs; a game that a worker had no time for comes again."""
        while self._waiting:
            fair = len(self._waiting) // (_SHARE * self._workers)
            count = max(1, min(self._size, fair))
            yield job_of(self._tournament, [self._waiting.popleft() for _ in range(count)])

    def take_back(self, result: JobResult) -> None:
        """Queues what was not played, and learns how many games make a good job."""
        self._waiting.extendleft(reversed(result.unplayed))
        self._size = len(result.rows) if result.unplayed else min(2 * self._size, LARGEST_JOB)
