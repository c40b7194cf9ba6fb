"""The jobs of a worker, which plays games between agents and returns rows for the store."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import NamedTuple

from enraya.agents import Agent, Choice, Limit, parse_agent, prepare
from enraya.agents.isolated import DEFAULT_ALLOWANCE, IsolatedAgent
from enraya.agents.isolated.agent import make_isolated
from enraya.agents.isolated.lines import Role
from enraya.agents.isolated.program import ProgramAgent
from enraya.agents.text.spec import AgentSpec
from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.arena.play.live_games import live_file_of
from enraya.arena.play.play import forfeited, play_game
from enraya.arena.store.game_row import GameRow, encode_row
from enraya.arena.store.store import Tournament
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.limit import Terms
from enraya.rules import RuleSet
from enraya.work import MOST_DEATHS

CHUNK_SECONDS = 0.1
"""A worker returns its games after about this time, so that little is lost if it is killed."""


class Order(NamedTuple):
    """A game to be played."""

    pairing: Pairing
    specs: tuple[AgentSpec, AgentSpec]
    opening: str
    """The moves of the opening."""
    seed: int
    barred: tuple[str, str] = ("", "")
    """For each agent, why it may not play; empty if it may."""

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two agents in the record: their texts."""
        return self.specs[0].text, self.specs[1].text


class GameJob(NamedTuple):
    """A job for a worker: games to play, one after another."""

    rules: str
    terms: Terms
    memory_mb: int
    orders: tuple[Order, ...]
    live_folder: str = ""
    """The folder in which games in progress are shown to spectators; empty if they are not."""
    alone: bool = False
    """Whether an agent from a file can read only that file, not the rest of its folder."""
    here: Mapping[str, Agent] | None = None
    """Agents that exist in this process, by the texts that stand for them."""


class JobResult(NamedTuple):
    """The result of a job: the games played, and those left over."""

    rows: list[GameRow]
    unplayed: list[Pairing]
    """Games for which no time was left, to be played in another job."""


def order_of(tournament: Tournament, game: Pairing) -> Order:
    """The order for a game of a tournament, with all that a worker needs to play it."""
    settings = tournament.settings
    first, second = settings.agents[game.first], settings.agents[game.second]
    barred = first.why_barred(settings.max_bytes), second.why_barred(settings.max_bytes)
    specs, opening = (first.agent, second.agent), tournament.opening(game.opening)
    return Order(game, specs, opening, settings.seed_of(game), barred)


def job_of(tournament: Tournament, games: Iterable[Pairing]) -> GameJob:
    """The job for some games of a tournament, with all that a worker needs to play them."""
    settings = tournament.settings
    orders = tuple(order_of(tournament, game) for game in games)
    return GameJob(settings.rules, settings.terms, settings.memory_mb, orders)


def play_job(job: GameJob, clock: Callable[[], float] = perf_counter) -> JobResult:
    """Plays the games of a job in turn, at least one, until about `CHUNK_SECONDS` have passed."""
    started = clock()
    rows: list[GameRow] = []
    for order in job.orders:
        rows.append(encode_row(order.pairing, play_order(order, job)))
        if clock() - started > CHUNK_SECONDS:
            break
    return JobResult(rows, [order.pairing for order in job.orders[len(rows) :]])


def play_order(order: Order, job: GameJob) -> GameRecord:
    """Plays a game, or records that a barred agent forfeits it.

    The game is played again if an agent's process was killed from outside; after `MOST_DEATHS`
    times the last attempt counts.
    """
    if any(order.barred):
        opening = _opening(order.opening, job.rules)
        return forfeited(opening, order.names, order.barred, order.seed)
    for _ in range(MOST_DEATHS):
        record, was_ended = _play(order, job)
        if not was_ended:
            break
    return record


def _play(order: Order, job: GameJob) -> tuple[GameRecord, bool]:
    """Makes the agents, plays the game, and ends all processes that they started.

    Returns:
        The game, and whether a process of an agent was killed from outside.
    """
    opening = _opening(order.opening, job.rules)
    with ExitStack() as cleanup:
        first, second = (
            _player(spec, side, derive_seed(order.seed, side), opening.rules, job, cleanup)
            for side, spec in enumerate(order.specs, start=1)
        )
        on_move = (
            partial(live_file_of(job.live_folder).show, order.pairing) if job.live_folder else None
        )
        record = play_game(
            (first, second),
            opening,
            job.terms,
            names=order.names,
            seed=order.seed,
            on_move=on_move,
        )
    return record, any(
        isinstance(player, IsolatedAgent | ProgramAgent | _Broken) and player.was_ended
        for player in (first, second)
    )


def _player(
    spec: AgentSpec, side: int, seed: int, rules: RuleSet, job: GameJob, cleanup: ExitStack
) -> Agent:
    """The agent, prepared for the game; one that cannot be made or prepared fails when it moves."""
    if not spec.is_isolated:
        agent = (job.here or {}).get(spec.text) or parse_agent(spec, seed)
        try:
            prepare(agent, rules)
        except Exception as error:  # noqa: BLE001  # any failure loses the game
            return _Broken(spec.text, error)
        return agent
    memory_mb = job.memory_mb or DEFAULT_ALLOWANCE.memory_mb
    allowance = replace(DEFAULT_ALLOWANCE, memory_mb=memory_mb)
    try:
        role = Role(rules, side, job.terms.limit, job.terms.reserve)
        isolated = make_isolated(spec, seed, role, allowance=allowance, alone=job.alone)
        cleanup.enter_context(isolated)
        isolated.start()
    except AgentFault as fault:
        return _Broken(spec.text, fault)
    return isolated


_opening = lru_cache(maxsize=1024)(Position.parse)  # both games of a pair start from it


@dataclass(frozen=True, slots=True)
class _Broken:
    """Stands for an agent that could not be made or prepared: it loses at its first move."""

    name: str
    fault: Exception

    @property
    def was_ended(self) -> bool:
        """Whether the agent was killed from outside while it was made."""
        return isinstance(self.fault, EndedFromOutside)

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # it fails
        raise self.fault
