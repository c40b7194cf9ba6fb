"""The record of one game between two agents: what is stored, exported and replayed."""

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from enraya.errors import InvalidNotation
from enraya.game.notation import parse_move, quote
from enraya.game.outcome import Ending
from enraya.game.position import Position
from enraya.printable import printable


class Termination(StrEnum):
    """Why a game stopped: by the rules, or because an agent failed."""

    LINE = "line"
    FULL = "full"
    BLOCKED = "blocked"
    UNFINISHED = "unfinished"
    ILLEGAL_MOVE = "illegal move"
    NO_MOVE = "no move"
    EXCEPTION = "exception"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT = "output"
    IMPORT = "import"
    FILE_SIZE = "file size"


_LARGEST = (1 << 63) - 1
"""The largest number in a record; no store holds larger ones."""
_BY_THE_RULES = {*map(Termination, Ending), Termination.UNFINISHED}


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What an agent said about one of its moves."""

    seconds: float | None = None
    nodes: int | None = None
    score: float | None = None
    stopped: bool = False
    """Whether the limit ended its search before it was done."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A complete game, as a frozen value that JSON preserves.

    >>> record = GameRecord.of(Position.parse("1212121"), ("random", "human"), seed=7)
    >>> record.winner, record.termination.value
    (1, 'line')
    >>> GameRecord.from_json(record.to_json()) == record
    True
    """

    rules: str
    agents: tuple[str, str]
    moves: str
    """All moves from the empty board, the opening included."""
    winner: int | None
    """1, 2, 0 for a draw; None when the game was not finished."""
    termination: Termination
    opening: str = ""
    """The first moves, which were given and not chosen by the agents."""
    seed: int | None = None
    reason: str = ""
    """What went wrong if an agent failed: a `Sentence`, or plain text if these are the agent's own
    words. JSON has it in English."""
    notes: tuple[MoveNote, ...] = field(default=())
    """One note for each move after the opening, or none at all."""
    reserve: float | None = None
    """Seconds by which all moves of a player could exceed their limits; None if untimed."""

    @staticmethod
    def of(
        position: Position,
        agents: tuple[str, str],
        *,
        seed: int | None = None,
        opening: str = "",
        notes: tuple[MoveNote, ...] = (),
    ) -> "GameRecord":
        """The record of a game that was played by the rules up to this position."""
        return GameRecord(
            rules=position.rules.spec,
            agents=agents,
            moves=position.moves,
            winner=position.result if position.is_over else None,
            termination=Termination(position.ending or Termination.UNFINISHED),
            opening=opening,
            seed=seed,
            notes=notes,
        )

    def to_json(self) -> str:
        """The record as one line of JSON; ``reserve`` and ``stopped`` are left out if unset."""
        state = asdict(self)
        if self.reserve is None:
            del state["reserve"]
        for note in state["notes"]:
            if not note["stopped"]:
                del note["stopped"]
        return json.dumps(state)

    @staticmethod
    def from_json(text: str) -> "GameRecord":
        """The record in a line of JSON; its moves, winner and termination are checked by its rules.

        Raises:
            EnrayaError: when it is not a record, its moves are not legal, or it contradicts them.
        """
        try:
            record = _from_object(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InvalidNotation(f"{quote(text)} is not a game record: {error}") from None
        _check_moves(record)
        return record

    def to_pgn(self) -> str:
        """The record as PGN-like text: tags, then the moves in rounds.

        ``{stopped}`` follows a move whose search the limit ended.

        >>> print(GameRecord.of(Position.parse("4453"), ("level(3)", "human")).to_pgn())
        [Rules "classic"]
        [First "level(3)"]
        [Second "human"]
        [Result "*"]
        [Termination "unfinished"]
        <BLANKLINE>
        1. 4 4 2. 5 3 *
        <BLANKLINE>
        """
        result = {None: "*", 0: "1/2-1/2", 1: "1-0", 2: "0-1"}[self.winner]
        tags = {
            "Rules": self.rules,
            "First": self.agents[0],
            "Second": self.agents[1],
            "Result": result,
            "Termination": self.termination.value,
        }
        if self.seed is not None:
            tags["Seed"] = str(self.seed)
        if self.opening:
            tags["Opening"] = self.opening
        if self.reserve is not None:
            tags["Reserve"] = f"{self.reserve:g}"
        if self.reason:
            tags["Reason"] = self.reason
        lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
        return "\n".join([*lines, "", " ".join([*self._rounds(), result]), ""])

    def _rounds(self) -> list[str]:
        words: list[str] = []
        position, shown = Position.start(self.rules), 0
        stopped = [False] * len(self.opening) + [note.stopped for note in self.notes]
        for ply, character in enumerate(self.moves):
            if position.round != shown:
                shown = position.round
                words.append(f"{shown}.")
            words.append(character)
            if ply < len(stopped) and stopped[ply]:
                words.append("{stopped}")
            position = position.play(parse_move(character, position.rules.columns))
        return words


def _check_moves(record: GameRecord) -> None:
    """Refuses a record that contradicts its moves."""
    position = Position.parse(record.moves, record.rules)
    if position.moves != record.moves:
        raise InvalidNotation(f"the moves {quote(record.moves)} have spaces around them")
    if not record.moves.startswith(record.opening):
        raise InvalidNotation(f"the moves do not begin with the opening {quote(record.opening)}")
    if len(record.notes) not in (0, len(record.moves) - len(record.opening)):
        raise InvalidNotation(
            f"there are {len(record.notes)} notes, not one for each move after the opening"
        )
    played = GameRecord.of(position, record.agents)
    said, true = (record.winner, record.termination), (played.winner, played.termination)
    if (position.is_over or record.termination in _BY_THE_RULES) and said != true:
        raise InvalidNotation(
            f"after {quote(record.moves)} the winner is {true[0]} and the end {true[1].value!r}, "
            f"but the record says {said[0]} and {said[1].value!r}"
        )


def _escape(value: str) -> str:
    """The value for a quoted tag, without anything that would act on a terminal."""
    return printable(value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " "))


def _from_object(state: dict[str, Any]) -> GameRecord:
    first, second = _list(state["agents"])
    winner, seed = _number(state["winner"], int), _number(state.get("seed"), int)
    if winner not in (None, 0, 1, 2):
        raise ValueError(f"winner {winner!r} must be 1, 2, 0 or null")
    return GameRecord(
        rules=_text(state["rules"]),
        agents=(_text(first), _text(second)),
        moves=_text(state["moves"]),
        winner=winner,
        termination=Termination(state["termination"]),
        opening=_text(state.get("opening", "")),
        seed=seed,
        reason=_text(state.get("reason", "")),
        notes=tuple(_note(note) for note in _list(state.get("notes", []))),
        reserve=_number(state.get("reserve"), int, float),
    )


def _note(state: dict[str, Any]) -> MoveNote:
    unknown = [key for key in state if key not in MoveNote.__slots__]
    if unknown:
        raise TypeError(f"a note has no {unknown[0]!r}")
    note = MoveNote(**state)
    _number(note.seconds, int, float)
    _number(note.nodes, int)
    _number(note.score, int, float)
    if type(note.stopped) is not bool:
        raise TypeError(f"{note.stopped!r} is not true or false")
    return note


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _number(value: Any, *kinds: type) -> Any:
    """The value, which must be a number of one of these kinds that a store can hold, or None."""
    if value is None:
        return None
    if type(value) not in kinds:  # a bool is not a number here
        raise TypeError(f"{value!r} is not of type {' or '.join(kind.__name__ for kind in kinds)}")
    if not -_LARGEST <= value <= _LARGEST:  # NaN fails this test, too
        raise ValueError(f"a number beyond {_LARGEST}")
    return value


def _text(value: Any) -> str:
    """The value as text, which must be valid Unicode."""
    text = str(value)
    text.encode()
    return text
