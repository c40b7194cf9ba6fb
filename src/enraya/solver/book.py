r"""Opening books: exact scores of every position up to some number of plies, in one small file.

::

    "enraya book 1\n"                       what it is
    {"columns": 7, "rows": 6, …}\n          one line of JSON: size, plies, entries, SHA-256
    key score  key score  …                entries of fixed width, sorted by key

A key is the position as an integer: for each column, from the left, rows + 1 bits that hold the
mover's stones with a guard bit above the highest stone; of the keys of a position and its mirror
image the smaller one counts. A score is one signed byte. Look-up is a binary search.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.files import write_bytes
from enraya.game.position import Position
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from enraya.solver.score import win_score

MAGIC = b"enraya book 1\n"
_HEADER_LIMIT = 10_000


def book_key(position: Position) -> int:
    """The key of a position: the same for its mirror image, different from every other."""
    rules, geometry = position.rules, position.rules.geometry
    mover, occupied = position.stones_mask(position.mover), position.occupied_mask()
    cells, width = geometry.first_column, rules.rows + 1
    key = image = 0
    for column in range(rules.columns):
        shift = column * geometry.stride
        guarded = (mover >> shift & cells) + (occupied >> shift & cells) + 1
        key |= guarded << (column * width)
        image |= guarded << ((rules.columns - 1 - column) * width)
    return min(key, image)


@dataclass(frozen=True, slots=True)
class Book:
    """A book in memory.

    >>> book = Book.from_scores(classic(4, 4), 1, {book_key(Position.start(classic(4, 4))): 0})
    >>> book.score(Position.start(classic(4, 4))), book.score(Position.start())
    (0, None)
    """

    rules: RuleSet
    plies: int
    """Every position with at most this many stones is here."""
    entries: bytes

    @property
    def _key_width(self) -> int:
        return _key_width(self.rules)

    def __len__(self) -> int:
        return len(self.entries) // (self._key_width + 1)

    def score(self, position: Position) -> int | None:
        """The exact score of a position, or None when the book does not have it."""
        if position.plies > self.plies or position.rules != self.rules or position.is_over:
            return None
        wanted = book_key(position)
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            key, score = self._entry(middle)
            if key == wanted:
                return score
            if key < wanted:
                low = middle + 1
            else:
                high = middle
        return None

    def _entry(self, place: int) -> tuple[int, int]:
        width = self._key_width
        start = place * (width + 1)
        key = int.from_bytes(self.entries[start : start + width], "big")
        score = self.entries[start + width]
        return key, score - 256 if score > 127 else score

    def scores(self) -> Iterator[tuple[int, int]]:
        """All keys with their scores, in the order of the keys."""
        return (self._entry(place) for place in range(len(self)))

    @staticmethod
    def from_scores(rules: RuleSet, plies: int, scores: Mapping[int, int]) -> "Book":
        """The book that holds these scores by key."""
        width = _key_width(rules)
        entries = b"".join(
            key.to_bytes(width, "big") + scores[key].to_bytes(1, "big", signed=True)
            for key in sorted(scores)
        )
        return Book(rules, plies, entries)

    def save(self, path: Path) -> None:
        """Writes the book to a file, whole or not at all."""
        header = {
            "columns": self.rules.columns,
            "rows": self.rules.rows,
            "plies": self.plies,
            "entries": len(self),
            "sha256": hashlib.sha256(self.entries).hexdigest(),
        }
        write_bytes(path, MAGIC + json.dumps(header).encode() + b"\n" + self.entries)

    @staticmethod
    def load(path: Path) -> "Book":
        """The book in a file, its header and checksum checked.

        Raises:
            InvalidNotation: when the file is not a book, is damaged or was cut short.
            InvalidSetting: when it cannot be read.
        """
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InvalidSetting(f"cannot read the book {str(path)!r}: {error.strerror}") from None
        return _parse(content, str(path))


def _key_width(rules: RuleSet) -> int:
    return (rules.columns * (rules.rows + 1) + 7) // 8


def _parse(content: bytes, name: str) -> Book:
    if not content.startswith(MAGIC):
        raise InvalidNotation(f"{name!r} is not an opening book of enraya")
    end = content.find(b"\n", len(MAGIC), _HEADER_LIMIT)
    try:
        header: dict[str, Any] = json.loads(content[len(MAGIC) : end])
        columns, rows, plies, count = (
            _whole(header[key]) for key in ("columns", "rows", "plies", "entries")
        )
        rules, digest = classic(columns, rows), header["sha256"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidNotation(f"the header of the book {name!r} is damaged: {error}") from None
    book = Book(rules, plies, content[end + 1 :])
    if len(book.entries) != count * (_key_width(rules) + 1):
        raise InvalidNotation(f"the book {name!r} was cut short or has something added")
    if hashlib.sha256(book.entries).hexdigest() != digest:
        raise InvalidNotation(f"the book {name!r} is damaged: its checksum does not match")
    if not count or plies > rules.cells:
        raise InvalidNotation(f"the book {name!r} has {count} positions of up to {plies} plies")
    scores = book.entries[_key_width(rules) :: _key_width(rules) + 1]
    best = win_score(0, rules.cells)
    if max(min(score, 256 - score) for score in set(scores)) > best:
        raise InvalidNotation(f"the book {name!r} has a score beyond {best}")
    return book


def _whole(value: Any) -> int:
    """The value, which must be a whole number from 0."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{str(value)[:20]!r} is not a number from 0")
    return value


def shipped_book() -> Book:
    """The book for 7×6 that comes with enraya."""
    file = resources.files("enraya.solver").joinpath("7x6.book")
    return _parse(file.read_bytes(), "7x6.book")
