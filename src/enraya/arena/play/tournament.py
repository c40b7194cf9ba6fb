"""Entering and playing tournaments, which resume after any interruption."""

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
"""A job has at most one worker's part of the waiting games, divided by this.

So all workers finish at about the same time."""


def enter(
    settings: TournamentSettings,
    store: Store,
    *,
    again: bool = False,
    on_opening: Callable[[], None] | None = None,
    here: Mapping[str, Agent] | None = None,
) -> Tournament:
    """The tournament with these settings in the store, which is created if missing.

    The settings and agents are checked first.

    Args:
        settings: the settings of the tournament.
        store: the store for its games.
        again: whether to create a new tournament even if the store has one.
        on_opening: called for each opening that is found.
        here: agents of this process, as for `run_tournament`.

    Raises:
        EnrayaError: when the settings or an agent are refused.
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
    """Plays the missing games of a tournament, and returns the finished tournament.

    They are the same in every engine and after any interruption.

    Args:
        tournament: the tournament, from `enter`, which has checked it.
        store: the store with its games.
        engine: a name from `enraya.work.ENGINES`.
        workers: the number of workers; by default one for each core.
        on_games: called with the number of games played and the number known to be needed.
        on_wait: called a few times a second while games are played; an error that it raises stops
            them.
        live_folder: the folder in which workers show their games to spectators.
        alone: whether agents from files can read only their own file. They always can only do that
            if the folder of one of them holds the file of another, or the store.
        here: agents of this process, by the texts that stand for them; only with the engine
            ``serial``. The same agent plays all games, while others are made anew for each.

    Raises:
        InvalidSetting: when another version of enraya began the tournament, the file of an agent
            has changed since, another process is playing it, a compiler is missing, or ``here`` is
            used with another engine.
        UnknownName: when there is no such engine.
    """
    settings = tournament.settings
    if tournament.finished:
        return tournament
    if not tournament.is_of_this_version:
        raise InvalidSetting(
            f"tournament {tournament.id} was begun by another version of enraya, and games of two "
            "versions cannot be mixed; start a new one with the same agents"
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
    """Compiles the agents in languages other than Python, so that no game has to wait for that.

    An agent that does not compile is not refused: it loses its games, just like a Python file that
    cannot be run.

    Args:
        tournament: the tournament whose agents are compiled.
        store: the store with its games.
        alone: whether agents can read only their own file, as for `run_tournament`.
        on_agent: called with the name of each agent just before it is compiled; agents that are
            compiled already are skipped.

    Raises:
        InvalidSetting: when this machine lacks a compiler.
    """
    hidden = alone or _share(tournament, store)
    for entrant in tournament.settings.agents:
        tell = partial(on_agent, entrant.name) if on_agent else None
        with suppress(BadSource):
            compile_agent(entrant.agent, alone=hidden, on_compile=tell)


def _share(tournament: Tournament, store: Store) -> bool:
    """Whether agents could read another agent's file or the store in the folders of their files."""
    specs = (entrant.agent for entrant in tournament.settings.agents)
    return share_a_folder(specs, kept=[store.path])


def _play_missing(
    tournament: Tournament,
    store: Store,
    results: JobResults,
    workers: int | None,
    on_games: OnGames | None,
) -> None:
    """Plays and stores the games that the schedule lists, until none of them is missing."""
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
    """The games that wait for workers, divided into jobs that grow as long as they are quick."""

    def __init__(self, tournament: Tournament, games: list[Pairing], workers: int) -> None:
        self._tournament = tournament
        self._waiting = deque(games)
        self._workers = workers
        self._size = 1

    def jobs(self) -> Iterator[GameJob]:
        """The jobs, one after another, including games that come back by `take_back`."""
        while self._waiting:
            fair = len(self._waiting) // (_SHARE * self._workers)
            count = max(1, min(self._size, fair))
            yield job_of(self._tournament, [self._waiting.popleft() for _ in range(count)])

    def take_back(self, result: JobResult) -> None:
        """Puts unplayed games back into the queue and adjusts the size of the next jobs."""
        self._waiting.extendleft(reversed(result.unplayed))
        self._size = len(result.rows) if result.unplayed else min(2 * self._size, LARGEST_JOB)
