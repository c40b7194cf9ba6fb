"""A game as a row of the store: the record without what the tournament says already."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from enraya.arena.pairing import Pairing
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.kernels.board import mover
from enraya.rules import RuleSet, parse_rules

_MICRO = 1_000_000


class GameRow(NamedTuple):
    """The columns of a game, in the order of the store; plain values that cross processes fast."""

    first: int
    """Places in the tournament's list of agents."""
    second: int
    opening: int
    winner: int | None
    termination: str
    moves: str
    plies: int
    seed: int | None
    reason: str
    first_moves: int
    """Moves that the agent chose itself, the opening not counted."""
    second_moves: int
    first_seconds: float | None
    """The sum over its moves; None when nothing was noted."""
    second_seconds: float | None
    first_nodes: int | None
    second_nodes: int | None
    notes: str
    """Every move's note: JSON lists of microseconds, nodes and scores, those that there are."""

    @property
    def pairing(self) -> Pairing:
        """Which game of the schedule this is."""
        return Pairing(self.first, self.second, self.opening)


def encode_row(pairing: Pairing, record: GameRecord) -> GameRow:
    """The row of a game that was played for this place in the schedule."""
    chosen = len(record.moves) - len(record.opening)
    sides = _sides(parse_rules(record.rules), len(record.opening), chosen)
    micros = [None if n.seconds is None else round(n.seconds * _MICRO) for n in record.notes]
    nodes = [note.nodes for note in record.notes]
    scores = [note.score for note in record.notes]
    lists: dict[str, Sequence[float | None]] = {"micros": micros, "nodes": nodes, "scores": scores}
    kept = {key: values for key, values in lists.items() if any(v is not None for v in values)}
    seconds = [_sum(micros, sides, side) for side in (0, 1)]
    return GameRow(
        *pairing,
        winner=record.winner,
        termination=record.termination.value,
        moves=record.moves,
        plies=len(record.moves),
        seed=record.seed,
        reason=record.reason,
        first_moves=chosen - sum(sides),
        second_moves=sum(sides),
        first_seconds=None if seconds[0] is None else seconds[0] / _MICRO,
        second_seconds=None if seconds[1] is None else seconds[1] / _MICRO,
        first_nodes=_sum(nodes, sides, 0),
        second_nodes=_sum(nodes, sides, 1),
        notes=json.dumps(kept) if kept else "",
    )


def _sides(rules: RuleSet, start: int, count: int) -> list[int]:
    """Who made each move after the opening: 0 or 1."""
    return [mover(rules.numbers, ply) for ply in range(start, start + count)]


def _sum(values: Sequence[int | None], sides: Sequence[int], side: int) -> int | None:
    """The sum over a player's moves; None when there is nothing to add up."""
    own = [
        value
        for value, owner in zip(values, sides, strict=False)  # a record may have no notes
        if owner == side and value is not None
    ]
    return sum(own) if own else None


def decode_row(row: GameRow, rules: str, agents: tuple[str, str], opening: str) -> GameRecord:
    """The record of a row, given what the tournament knows."""
    return GameRecord(
        rules=rules,
        agents=agents,
        moves=row.moves,
        winner=row.winner,
        termination=Termination(row.termination),
        opening=opening,
        seed=row.seed,
        reason=row.reason,
        notes=_notes(row.notes, len(row.moves) - len(opening)),
    )


def _notes(text: str, count: int) -> tuple[MoveNote, ...]:
    if not text:
        return ()
    lists = json.loads(text)
    missing = [None] * count
    micros, nodes, scores = (lists.get(key, missing) for key in ("micros", "nodes", "scores"))
    return tuple(
        MoveNote(None if micro is None else micro / _MICRO, node, score)
        for micro, node, score in zip(micros, nodes, scores, strict=True)
    )
