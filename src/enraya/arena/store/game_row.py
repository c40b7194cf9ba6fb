"""A game as a row of the store: its record, without what is stored with the tournament."""

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

from enraya.arena.plan.schedule import Pairing
from enraya.game.notation import BOOM, COLUMN_NAMES
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.kernels.core.board import Rules, mover
from enraya.rules import parse_rules
from enraya.texts import decode_text

_MICRO = 1_000_000
_TERMINATIONS = frozenset(Termination)
_MOVES = frozenset(COLUMN_NAMES + BOOM)


class GameRow(NamedTuple):
    """A row of the table of games: plain values, which pass between processes quickly."""

    first: int
    """The first player's place in the tournament's list of agents."""
    second: int
    """The second player's place."""
    opening: int
    """The number of the opening."""
    winner: int | None
    """1, 2, or 0 for a draw; None if the game was not finished."""
    termination: str
    moves: str
    plies: int
    seed: int | None
    reason: str
    """Why an agent lost by a fault: a `Sentence` or the agent's own words; empty without a fault.

    It is stored by `encode_text`."""
    first_moves: int
    """The number of moves that the first player chose, without those of the opening."""
    second_moves: int
    first_seconds: float | None
    """The total time of these moves; None if no time was noted."""
    second_seconds: float | None
    first_nodes: int | None
    second_nodes: int | None
    notes: str
    """The notes of all moves as JSON, empty if there are none.

    They are lists of microseconds, nodes, scores and whether the move was stopped, without lists
    that have no values, and the reserve of a timed game."""

    @property
    def pairing(self) -> Pairing:
        """The game's place in the schedule."""
        return Pairing(self.first, self.second, self.opening)


def encode_row(pairing: Pairing, record: GameRecord) -> GameRow:
    """The row of a game, given its place in the schedule and its record."""
    chosen = len(record.moves) - len(record.opening)
    sides = _sides(parse_rules(record.rules).numbers, len(record.opening), chosen)
    micros = [None if n.seconds is None else round(n.seconds * _MICRO) for n in record.notes]
    nodes = [note.nodes for note in record.notes]
    scores = [note.score for note in record.notes]
    stopped = [note.stopped or None for note in record.notes]
    lists: dict[str, list[Any]] = {
        "micros": micros, "nodes": nodes, "scores": scores, "stopped": stopped,
    }  # fmt: skip
    kept: dict[str, Any] = {
        key: values for key, values in lists.items() if values.count(None) < len(values)
    }
    if record.reserve is not None:
        kept["reserve"] = record.reserve
    first_micros, second_micros = (_sum(micros, side) for side in sides)
    first_nodes, second_nodes = (_sum(nodes, side) for side in sides)
    return GameRow(
        *pairing,
        winner=record.winner,
        termination=record.termination.value,
        moves=record.moves,
        plies=len(record.moves),
        seed=record.seed,
        reason=record.reason,
        first_moves=sum(sides[0]),
        second_moves=sum(sides[1]),
        first_seconds=None if first_micros is None else first_micros / _MICRO,
        second_seconds=None if second_micros is None else second_micros / _MICRO,
        first_nodes=first_nodes,
        second_nodes=second_nodes,
        notes=json.dumps(kept) if kept else "",
    )


@lru_cache(maxsize=1024)
def _sides(rules: Rules, start: int, count: int) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Which of the ``count`` moves from ply ``start`` on belong to each player."""
    movers = [mover(rules, ply) for ply in range(start, start + count)]
    return tuple(player == 0 for player in movers), tuple(player == 1 for player in movers)


def _sum(values: list[int | None], is_own: tuple[bool, ...]) -> int | None:
    """The sum of the values of a player's moves; None if all of them are None."""
    own = [value for value in compress(values, is_own) if value is not None]
    return sum(own) if own else None


def read_row(columns: Sequence[Any], agents: int) -> GameRow:
    """The row with these columns, checked, of a tournament with ``agents`` agents.

    Raises:
        ValueError, TypeError: when the columns are damaged, such as an agent's place that does not
            exist.
    """
    row = GameRow(*columns)
    fits = (
        all(map(isinstance, row, GameRow.__annotations__.values()))
        and 0 <= row.first < agents
        and 0 <= row.second < agents
        and row.opening >= 0
        and row.winner in (None, 0, 1, 2)
        and row.termination in _TERMINATIONS
        and set(row.moves) <= _MOVES
        and row.plies == len(row.moves)
    )
    if not fits:
        raise ValueError("this is not a row of a game")
    return row._replace(reason=decode_text(row.reason)) if row.reason else row


def decode_row(row: GameRow, rules: str, agents: tuple[str, str], opening: str) -> GameRecord:
    """The record of a row, given the rules, agents and opening, which it does not contain.

    Raises:
        ValueError, TypeError, AttributeError, RecursionError: when the row's notes are damaged.
    """
    kept: dict[str, Any] = json.loads(row.notes) if row.notes else {}
    return GameRecord(
        rules=rules,
        agents=agents,
        moves=row.moves,
        winner=row.winner,
        termination=Termination(row.termination),
        opening=opening,
        seed=row.seed,
        reason=row.reason,
        reserve=kept.pop("reserve", None),
        notes=_notes(kept, len(row.moves) - len(opening)),
    )


def _notes(lists: dict[str, list[Any]], count: int) -> tuple[MoveNote, ...]:
    if not lists:
        return ()
    missing: list[Any] = [None] * count
    columns = (lists.get(key, missing) for key in ("micros", "nodes", "scores", "stopped"))
    return tuple(
        MoveNote(None if micro is None else micro / _MICRO, node, score, bool(stopped))
        for micro, node, score, stopped in zip(*columns, strict=True)
    )
