"""One game between two agents, from an opening to its record."""

from collections.abc import Callable
from math import isfinite
from time import perf_counter
from typing import NamedTuple

from enraya.agents.agent import Agent, Choice, tell_clock
from enraya.arena.play.clock import Clock
from enraya.errors import IllegalMove
from enraya.game.notation import Move
from enraya.game.playthrough import playthrough
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit

GRACE_SECONDS = 0.25
"""How much longer than its limit a move may take: enough for a busy machine."""


class Terms(NamedTuple):
    """What the players of a game may spend."""

    limit: Limit = Limit()
    """On each move."""
    clock: Clock | None = None
    """In the whole game."""


UNLIMITED = Terms()


def play_game(
    agents: tuple[Agent, Agent],
    opening: Position,
    terms: Terms = UNLIMITED,
    *,
    names: tuple[str, str] | None = None,
    seed: int | None = None,
    on_move: Callable[[Position], None] | None = None,
) -> GameRecord:
    """Lets the agents play from the opening; one that fails loses, and the record says how.

    Args:
        agents: who moves first and second from the empty board.
        opening: the position to start from, not over.
        terms: what the players may spend.
        names: their names in the record, if not their own.
        seed: the seed the agents were made with, for the record.
        on_move: called with the opening and with the position after each move.

    >>> from enraya.agents import parse_agent
    >>> players = parse_agent("script(1111)"), parse_agent("script(2222)")
    >>> play_game(players, Position.start()).moves
    '1212121'
    """
    game = _Game(agents, opening, terms)
    termination, reason = None, ""
    try:
        game.play_to_the_end(on_move)
    except AgentFault as fault:
        termination, reason = fault.termination, fault.reason
    except IllegalMove as error:
        termination, reason = Termination.ILLEGAL_MOVE, str(error)
    except MemoryError:
        termination, reason = Termination.MEMORY, "out of memory"
    except Exception as error:  # noqa: BLE001  # anything that goes wrong in an agent loses its game
        termination, reason = Termination.EXCEPTION, f"{type(error).__name__}: {error}"
    position = game.position
    notes = tuple(game.notes[: position.plies - opening.plies])  # none for an illegal move
    called = names or (agents[0].name, agents[1].name)
    if termination is None:
        return GameRecord.of(position, called, seed=seed, opening=opening.moves, notes=notes)
    return GameRecord(
        rules=position.rules.spec,
        agents=called,
        moves=position.moves,
        winner=3 - position.mover,
        termination=termination,
        opening=opening.moves,
        seed=seed,
        reason=reason,
        notes=notes,
    )


class _Game:
    """A game in progress."""

    __slots__ = ("agents", "left", "notes", "position", "terms")

    def __init__(self, agents: tuple[Agent, Agent], opening: Position, terms: Terms) -> None:
        self.agents = agents
        self.position = opening
        self.terms = terms
        self.notes: list[MoveNote] = []
        self.left = [terms.clock.seconds] * 2 if terms.clock else []

    def play_to_the_end(self, on_move: Callable[[Position], None] | None) -> None:
        for position in playthrough(self.position, self._choose):
            self.position = position
            if on_move:
                on_move(position)

    def _choose(self, position: Position) -> Move:
        """Notes and returns what the player to move chooses; the move may still be illegal."""
        player = position.mover - 1
        limit = self._limit_by_clock(player) if self.left else self.terms.limit
        started = perf_counter()
        choice = self.agents[player].choose(position, limit)
        seconds = perf_counter() - started
        if self.left or limit.seconds is not None:
            self._check_time(player, seconds)
        if choice is None:
            raise AgentFault(Termination.NO_MOVE, "it chose no move")
        self.notes.append(note_of(choice, seconds))
        return choice.move

    def _limit_by_clock(self, player: int) -> Limit:
        """The limit of the next move, a share of the player's clock included."""
        clock, limit = self.terms.clock, self.terms.limit
        assert clock is not None
        moves_left = (self.position.rules.cells - self.position.plies + 1) // 2
        left, most = self.left[player], limit.seconds
        tell_clock(self.agents[player], left if most is None else min(left, most))
        seconds = clock.allotment(left, moves_left)
        return Limit(seconds if most is None else min(seconds, most), limit.nodes, limit.depth)

    def _check_time(self, player: int, seconds: float) -> None:
        """Counts the time of a move; exceeding a limit loses the game."""
        limit = self.terms.limit.seconds
        if limit is not None and seconds > limit + GRACE_SECONDS:
            raise AgentFault(Termination.TIMEOUT, f"{seconds:.2f} s for a move, allowed {limit:g}")
        if not self.left:
            return
        assert self.terms.clock is not None
        self.left[player] -= seconds
        if self.left[player] < -GRACE_SECONDS:
            raise AgentFault(Termination.TIMEOUT, f"its clock of {self.terms.clock} s ran out")
        self.left[player] = max(self.left[player], 0.0) + self.terms.clock.increment


def note_of(choice: Choice, seconds: float) -> MoveNote:
    """What is kept of a choice: the time by our clock, the rest as reported by the agent."""
    score = choice.score
    if score is not None and not isfinite(score):
        score = None  # there is no infinity in JSON
    return MoveNote(seconds, choice.nodes, score)
