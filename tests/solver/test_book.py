"""Opening books: exact, complete, refused when damaged, the same after an interruption."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enraya import InvalidNotation, InvalidSetting, Position
from enraya.rules.classic import classic
from enraya.solver import Book, Solver, build, shipped_book
from enraya.solver.book import MAGIC, book_key
from enraya.solver.build import build_book, layers
from enraya.solver.verify import verify_book

BUILD = ["from enraya.cli import main; main()", "book", "build", "--size", "5x5", "--plies", "6"]


@pytest.fixture(scope="module")
def small_book() -> Book:
    return build_book(classic(4, 4), 5, engine="serial")


def test_a_book_holds_every_position_with_its_exact_score(small_book: Book) -> None:
    solver = Solver(table_mb=4, threads=1, book=None)
    positions = [position for layer in layers(classic(4, 4), 5) for position in layer.values()]
    assert len(small_book) == len(positions)
    for position in positions:
        assert small_book.score(position) == solver.solve(position).score
        assert small_book.score(position.mirror()) == small_book.score(position)


def test_a_solver_uses_its_book(small_book: Book) -> None:
    solver = Solver(table_mb=4, threads=1, book=small_book)
    assert solver.solve(Position.start(classic(4, 4))).nodes == 0
    assert solver.solve(Position.start(classic(5, 4))).score == 0


def test_a_book_knows_nothing_of_other_boards_and_later_positions(small_book: Book) -> None:
    assert small_book.score(Position.start()) is None
    assert small_book.score(Position.parse("112233", classic(4, 4))) is None


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (7, 6), (8, 8), (16, 4)])
def test_different_positions_have_different_keys(columns: int, rows: int) -> None:
    found = list(layers(classic(columns, rows), 3))
    for layer in found:
        assert len({frozenset((p.board, p.mirror().board)) for p in layer.values()}) == len(layer)
    keys = [key for layer in found for key in layer]
    assert len(set(keys)) == len(keys)


def test_mirror_images_share_a_key() -> None:
    position = Position.parse("12345a", classic(16, 4))
    assert book_key(position) == book_key(position.mirror())


def test_a_saved_book_loads_unchanged(small_book: Book, tmp_path: Path) -> None:
    small_book.save(tmp_path / "a.book")
    assert Book.load(tmp_path / "a.book") == small_book


def test_a_damaged_book_is_refused_wherever_the_damage_is(small_book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    small_book.save(path)
    content = path.read_bytes()
    for place in [*range(0, len(content), 97), len(content) - 1]:
        damaged = bytearray(content)
        damaged[place] ^= 0x11
        path.write_bytes(bytes(damaged))
        with pytest.raises((InvalidNotation, InvalidSetting)):
            Book.load(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", MAGIC, MAGIC + b"{}\n", MAGIC + b"[1]\n"])
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(content)
    with pytest.raises(InvalidNotation, match=r"a\.book"):
        Book.load(path)


def test_a_book_cut_short_is_refused(small_book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    small_book.save(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InvalidNotation, match="cut short"):
        Book.load(path)


def test_a_missing_book_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"cannot read the book .*absent"):
        Book.load(tmp_path / "absent.book")


def test_engines_build_the_same_book() -> None:
    serial = build_book(classic(4, 5), 4, engine="serial")
    assert build_book(classic(4, 5), 4, engine="processes", workers=2) == serial


def test_the_shipped_book_agrees_with_the_solver_where_that_is_quick() -> None:
    book = shipped_book()
    assert book.rules == classic()
    assert book.score(Position.start()) == 1
    scores = [-(book.score(Position.parse(str(column))) or 0) for column in range(1, 8)]
    assert scores == [-2, -1, 0, 1, 0, -1, -2]


def test_a_build_killed_half_way_and_resumed_gives_the_same_file(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.book", tmp_path / "broken.book"
    subprocess.run([sys.executable, "-c", *BUILD, "--out", str(whole)], check=True)
    part = tmp_path / "broken.book.part"
    kills = 0
    while not broken.exists():
        before = part.stat().st_size if part.exists() else 0
        process = subprocess.Popen(
            [sys.executable, "-c", *BUILD, "--out", str(broken), "--engine", "serial"],
            start_new_session=True,
            env=os.environ,
        )
        while process.poll() is None and (not part.exists() or part.stat().st_size < before + 600):
            time.sleep(0.005)
        if kills < 3 and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills == 3
    assert broken.read_bytes() == whole.read_bytes()
    assert not part.exists()


def crafted(path: Path, content: bytes, **header: object) -> Path:
    """Writes a book with these facts and a checksum that is right."""
    facts = {"columns": 4, "rows": 4, "plies": 1, "entries": len(content) // 4}
    checksum = {"sha256": hashlib.sha256(content).hexdigest()}
    path.write_bytes(MAGIC + json.dumps({**facts, **checksum, **header}).encode() + b"\n" + content)
    return path


@pytest.mark.parametrize("name", ["columns", "rows", "plies", "entries"])
@pytest.mark.parametrize("value", [1e400, -1e400, float("nan"), 4.5, "4", True, -4, None, [4]])
def test_a_header_with_other_numbers_is_refused(tmp_path: Path, name: str, value: object) -> None:
    path = crafted(tmp_path / "a.book", bytes(4), **{name: value})
    with pytest.raises(InvalidNotation, match=r"header of the book .* is damaged"):
        Book.load(path)


@pytest.mark.parametrize(
    ("entries", "header", "words"),
    [
        (b"", {}, "has 0 positions"),
        (bytes(4), {"plies": 17}, "1 positions of up to 17 plies"),
        (bytes([0, 0, 1, 100]), {}, "score beyond 8"),
        (bytes([0, 0, 1, 156]), {}, "score beyond 8"),
    ],
)
def test_a_book_that_cannot_be_is_refused(
    tmp_path: Path, entries: bytes, header: dict[str, object], words: str
) -> None:
    with pytest.raises(InvalidNotation, match=words):
        Book.load(crafted(tmp_path / "a.book", entries, **header))


def test_a_book_that_lacks_positions_is_not_verified_for_ever(tmp_path: Path) -> None:
    book = Book.load(crafted(tmp_path / "a.book", bytes(6), columns=8, plies=32))
    with pytest.raises(InvalidNotation, match="not all those of up to 32 plies"):
        next(verify_book(book, 1, 0, 4))


def test_a_book_of_too_many_positions_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MOST_POSITIONS", 100)
    with pytest.raises(InvalidSetting, match="more than 100 positions"):
        build_book(classic(4, 4), 16, engine="serial")
