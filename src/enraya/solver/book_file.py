r"""Books as files, mapped into memory when they are opened.

::

    "enraya book 2\n"                  what it is
    {"columns": 7, "rows": 6, …}\n     one line of JSON: sizes, the list of scores, a SHA-256
    slots                             numbers of a few bits, packed from the lowest bit up

Books of enraya 0.2.0 begin with "enraya book 1" and are still read. They have all positions, each
with its key: an entry is a key of fixed width and a score in one signed byte. In a key each column,
from the left, has rows + 1 bits: the mover's stones with a guard bit above the highest stone.
"""

import hashlib
import json
import mmap
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.files import write_bytes
from enraya.kernels.solver.forced import QUIET
from enraya.kernels.solver.retrieval import Bytes, Layout
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from enraya.solver.book import LARGEST_SEGMENT_LOG2, Book, is_stored, slot_bytes
from enraya.solver.reachable_positions import decide
from enraya.solver.score import win_score

MAGIC = b"enraya book 2\n"
MAGIC_1 = b"enraya book 1\n"
_HEADER_LIMIT = 10_000
_MOST_BITS = 6
_LARGEST = 1 << 32


class _Head(NamedTuple):
    rules: RuleSet
    plies: int
    entries: int
    digest: str


def save_book(book: Book, path: Path) -> None:
    """Writes the book to a file atomically."""
    slots = book.slots.tobytes()
    header = {
        "columns": book.rules.columns,
        "rows": book.rules.rows,
        "plies": book.plies,
        "entries": book.entries,
        **book.layout._asdict(),
        "scores": book.scores,
        "sha256": hashlib.sha256(slots).hexdigest(),
    }
    write_bytes(path, MAGIC + json.dumps(header).encode() + b"\n" + slots)


def load_book(path: Path) -> Book:
    """The book in a file, after a check of its header and checksum.

    Raises:
        InvalidNotation: if the file is not a book, is damaged or was cut short.
        InvalidSetting: if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
    except ValueError:  # there is nothing to map
        raise InvalidNotation(f"{str(path)!r} is not an opening book of enraya") from None
    except OSError as error:
        raise InvalidSetting(f"cannot read the book {str(path)!r}: {error.strerror}") from None
    return _parse(content, str(path))


@cache
def shipped_book() -> Book:
    """The book for 7×6 that comes with enraya."""
    with resources.as_file(resources.files("enraya.solver").joinpath("7x6.book")) as path:
        return load_book(path)


def _parse(content: Bytes, name: str) -> Book:
    beginning = content[:_HEADER_LIMIT].tobytes()
    if not beginning.startswith((MAGIC, MAGIC_1)):
        raise InvalidNotation(f"{name!r} is not an opening book of enraya")
    end = beginning.find(b"\n", len(MAGIC))
    slots = content[end + 1 :]
    try:
        fields = json.loads(beginning[len(MAGIC) : max(end, 0)])
        head = _head(fields)
        layout, scores = (None, []) if beginning.startswith(MAGIC_1) else _layout(fields, head)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidNotation(f"the header of the book {name!r} is damaged: {error}") from None
    size = head.entries * _entry_bytes(head.rules) if layout is None else slot_bytes(layout)
    if slots.size != size:
        raise InvalidNotation(f"the book {name!r} was cut short or has extra data at its end")
    if hashlib.sha256(slots).hexdigest() != head.digest:  # type: ignore[arg-type]  # a buffer
        raise InvalidNotation(f"the book {name!r} is damaged: its checksum does not match")
    if layout is None:
        return _book_of_entries(head.rules, head.plies, slots.tobytes(), name)
    return Book(head.rules, head.plies, head.entries, layout, slots, scores)


def _head(fields: dict[str, Any]) -> _Head:
    """The parts of a header that all versions have.

    Raises:
        ValueError, KeyError, TypeError: if a field is missing or invalid.
    """
    names = ("columns", "rows", "plies", "entries")
    columns, rows, plies, entries = (_whole(name, fields[name]) for name in names)
    rules = classic(columns, rows)
    if plies > rules.cells or not entries:
        raise ValueError(f"{entries} positions of up to {plies} plies")
    return _Head(rules, plies, entries, str(fields["sha256"]))


def _layout(fields: dict[str, Any], head: _Head) -> tuple[Layout, list[int]]:
    """The layout of the slots, and the list of scores; raises the same errors as `_head`."""
    layout = Layout(*(_whole(name, fields[name]) for name in Layout._fields))
    scores, best = list(fields["scores"]), win_score(0, head.rules.cells)
    if not 1 <= layout.bits <= _MOST_BITS or not 1 <= len(scores) <= 1 << layout.bits:
        raise ValueError(f"{len(scores)} scores of {layout.bits} bits")
    if layout.segment_log2 > LARGEST_SEGMENT_LOG2:
        raise ValueError(f"segments of 2 to the {layout.segment_log2} slots")
    if layout.starts < 1 or layout.starts % (1 << layout.segment_log2):
        raise ValueError(f"{layout.starts} first slots do not fill segments")
    if any(type(score) is not int or abs(score) > best for score in scores):
        raise ValueError(f"a score beyond {best}")
    return layout, scores


def _whole(name: str, value: Any) -> int:
    """Checks that a value is a whole number, at least 0 and not too large, and returns it."""
    if type(value) is not int or not 0 <= value < _LARGEST:
        raise ValueError(f"{name} {str(value)[:20]!r} is not a whole number below {_LARGEST}")
    return value


def _entry_bytes(rules: RuleSet) -> int:
    """How many bytes an entry of the old format takes."""
    return (rules.columns * (rules.rows + 1) + 7) // 8 + 1


def _book_of_entries(rules: RuleSet, plies: int, entries: bytes, name: str) -> Book:
    """The book with these entries of the old format.

    Raises:
        InvalidNotation: if a score is impossible; the message calls the book ``name``.
    """
    width = _entry_bytes(rules)
    rows = np.frombuffer(entries, dtype=np.uint8).reshape(-1, width)
    scores = rows[:, -1].view(np.int8).copy()
    best = win_score(0, rules.cells)
    if np.any(np.abs(scores.astype(int)) > best):
        raise InvalidNotation(f"the book {name!r} has a score beyond {best}")
    boards = [
        _board(rules, int.from_bytes(entries[start : start + width - 1], "big"))
        for start in range(0, len(entries), width)
    ]
    movers, occupied = np.array(boards, dtype=np.uint64).T.copy()
    keys, decided = decide(rules, movers, occupied)
    kept = (decided == QUIET) & is_stored(np.bitwise_count(occupied), plies)
    return Book.of_scores(rules, plies, keys[kept], scores[kept])


def _board(rules: RuleSet, key: int) -> tuple[int, int]:
    """The mover's stones and the occupied cells that a key of the old format stands for."""
    geometry = rules.geometry
    mover = occupied = 0
    for column in range(rules.columns):
        guarded = key >> column * (rules.rows + 1) & (1 << rules.rows + 1) - 1
        height = max(guarded.bit_length() - 1, 0)
        occupied |= (1 << height) - 1 << column * geometry.stride
        mover |= (guarded & (1 << height) - 1) << column * geometry.stride
    return mover, occupied
