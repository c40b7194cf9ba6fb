"""A game between two agents, from its opening to its record, and games forfeited without a move."""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from time import perf_counter

from enraya.agents.players.agent import Agent, Choice, tell_clock
from enraya.agents.players.file_agent import FailedAgent
from enraya.errors import IllegalMove
from enraya.game.notation import Move
from enraya.game.playthrough import playthrough
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.isolation.faults import AgentFault
from enraya.limit import UNLIMITED, Terms
from enraya.texts import Sentence


def play_game(
    agents: tuple[Agent, Agent],
    opening: Position,
    terms: Terms = UNLIMITED,
    *,
    names: tuple[str, str] | None = None,
    seed: int | None = None,
    on_move: Callable[[Position], None] | None = None,
    clock: Callable[[], float] = perf_counter,
) -> GameRecord:
    """Plays a game from the opening; an agent that fails loses, and the record says why.

    Args:
        agents: the first and the second player, counted from the empty board.
        opening: the position to start from, in which the game is not over.
        terms: the limits on the players.
        names: the agents' names in the record; by default their own.
        seed: the seed that the agents were made with, for the record.
        on_move: called with the opening, and with the position after each move.
        clock: returns the time in seconds.

    >>> from enraya.agents import parse_agent
    >>> players = parse_agent("script(1111)"), parse_agent("script(2222)")
    >>> play_game(players, Position.start()).moves
    '1212121'
    """
    game = _RunningGame(agents, opening, terms, clock)
    fault = None
    try:
        game.play_to_the_end(on_move)
    except Exception as error:  # noqa: BLE001  # anything that goes wrong in an agent loses its game
        fault = _fault_of(error)
    position = game.position
    notes = tuple(game.notes[: position.plies - opening.plies])  # without that of an illegal move
    called = names or (agents[0].name, agents[1].name)
    record = GameRecord.of(position, called, seed=seed, opening=opening.moves, notes=notes)
    if terms.are_timed:
        record = replace(record, reserve=terms.reserve)
    return record if fault is None else _lost(record, position.mover, fault)


def _fault_of(error: Exception) -> AgentFault:
    """The fault that an error raised by an agent counts as."""
    if isinstance(error, AgentFault):
        return error
    if isinstance(error, IllegalMove):
        return AgentFault(Termination.ILLEGAL_MOVE, error.sentence)
    if isinstance(error, MemoryError):
        return AgentFault(Termination.MEMORY, Sentence("fault.out_of_memory"))
    reason = error.reason if isinstance(error, FailedAgent) else f"{type(error).__name__}: {error}"
    return AgentFault(Termination.EXCEPTION, reason)


class _RunningGame:
    """A game in progress."""

    __slots__ = ("agents", "clock", "left", "notes", "position", "reserves", "terms")

    def __init__(
        self,
        agents: tuple[Agent, Agent],
        opening: Position,
        terms: Terms,
        clock: Callable[[], float],
    ) -> None:
        self.agents = agents
        self.clock = clock
        self.position = opening
        self.terms = terms
        self.notes: list[MoveNote] = []
        self.left = [terms.clock.seconds] * 2 if terms.clock else []
        self.reserves = [terms.reserve] * 2

    def play_to_the_end(self, on_move: Callable[[Position], None] | None) -> None:
        for position in playthrough(self.position, self._choose):
            self.position = position
            if on_move:
                on_move(position)

    def _choose(self, position: Position) -> Move:
        """The move that the player to move chooses, which may be illegal; it is also noted.

        Raises:
            AgentFault: when the agent takes too long or returns nothing.
        """
        player = position.mover - 1
        agent, limit, allowed = self.agents[player], self.terms.limit, self._allowed(player)
        if allowed is not None:
            tell_clock(agent, allowed + self.reserves[player])
            limit = replace(limit, seconds=self._share(player, allowed))
        started = self.clock()
        try:
            choice = agent.choose(position, limit)
        except AgentFault as fault:
            if allowed is not None and fault.termination is Termination.TIMEOUT:
                self._spend(player, allowed, self.clock() - started, fault.reason)
            raise
        seconds = self.clock() - started
        if allowed is not None:
            self._spend(player, allowed, seconds)
        if choice is None:
            raise AgentFault(Termination.NO_MOVE, Sentence("fault.no_move"))
        self.notes.append(note_of(choice, seconds))
        return choice.move

    def _allowed(self, player: int) -> float | None:
        """The seconds a player's next move may take before it draws on the reserve."""
        limits = [*self.left[player : player + 1], self.terms.limit.seconds]
        return min((seconds for seconds in limits if seconds is not None), default=None)

    def _share(self, player: int, allowed: float) -> float:
        """The seconds a player should spend on the next move: only a share of a clock."""
        if self.terms.clock is None:
            return allowed
        moves_left = (self.position.rules.cells - self.position.plies + 1) // 2
        return min(allowed, self.terms.clock.allotment(self.left[player], moves_left))

    def _spend(self, player: int, allowed: float, seconds: float, more: str = "") -> None:
        """Deducts the time of a move from the player's clock and reserve.

        Args:
            player: 0 or 1.
            allowed: the seconds the move could take before it drew on the reserve.
            seconds: the seconds it took.
            more: what else is known about why the move was late, for the reason.

        Raises:
            AgentFault: when the reserve does not cover the excess.
        """
        reserve = self.reserves[player]
        if seconds - allowed > reserve:
            by_clock = self.left and allowed == self.left[player]
            late = Sentence(
                "fault.clock" if by_clock else "fault.time",
                seconds=f"{seconds:.2f}",
                allowed=f"{allowed:.3g}",
                left=f"{reserve:.3g}",
                reserve=f"{self.terms.reserve:g}",
            )
            reason = Sentence("fault.both", reason=late, more=more) if more else late
            raise AgentFault(Termination.TIMEOUT, reason)
        self.reserves[player] -= max(seconds - allowed, 0.0)
        if self.terms.clock is not None:
            self.left[player] -= min(seconds, allowed)
            self.left[player] += self.terms.clock.increment


def note_of(choice: Choice, seconds: float) -> MoveNote:
    """The note about a choice: the time by the game's clock, the rest as the agent reports it."""
    score = choice.score
    if score is not None and not isfinite(score):
        score = None  # there is no infinity in JSON
    return MoveNote(seconds, choice.nodes, score, bool(choice.stopped))


def forfeited(
    opening: Position, agents: tuple[str, str], barred: tuple[str, str], seed: int
) -> GameRecord:
    """The record of a game that a barred agent loses without a move.

    Args:
        opening: the position from which the game would have been played.
        agents: the names of the first and the second player.
        barred: why each of them may not play, empty if it may; if neither may, the player to move
            loses.
        seed: the seed of the game.
    """
    loser = opening.mover if all(barred) else 1 if barred[0] else 2
    record = GameRecord.of(opening, agents, seed=seed, opening=opening.moves)
    fault = AgentFault(Termination.FILE_SIZE, barred[loser - 1])
    return _lost(record, loser, fault)


def _lost(record: GameRecord, loser: int, fault: AgentFault) -> GameRecord:
    """The record with its result replaced: the player ``loser`` loses because of a fault."""
    return replace(record, winner=3 - loser, termination=fault.termination, reason=fault.reason)
