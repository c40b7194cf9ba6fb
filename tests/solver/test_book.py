"""Opening books: exact, complete, refused when damaged, the same after an interruption, checked."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enraya import InvalidNotation, InvalidSetting, Position
from enraya.game.playthrough import random_undecided
from enraya.kernels.core.memory import Words
from enraya.rules.classic import classic
from enraya.solver import Book, Solver, analyse, book_check, reachable_positions, shipped_book
from enraya.solver.bitbully import BOOK_PLIES
from enraya.solver.book_build import build_book
from enraya.solver.book_check import (
    compare_with_bitbully,
    count_outcomes,
    positions_of,
    verify_book,
)
from enraya.solver.book_file import MAGIC, MAGIC_1, load_book, save_book
from enraya.solver.reachable_positions import Layer, decide, layers

BUILD = ["from enraya.cli import main; main()", "book", "build", "--size", "5x5", "--plies", "6"]


@pytest.fixture(scope="module")
def small_book() -> Book:
    return build_book(classic(4, 4), 5, engine="serial")


def played(book: Book) -> list[Position]:
    """Every position of up to the book's plies, by playing, mirror images too."""
    found = layer = {Position.start(book.rules)}
    for _ in range(book.plies):
        layer = {p.play(move) for p in layer if not p.is_over for move in p.legal_moves}
        found = found | layer
    return [position for position in found if not position.is_over]


def test_a_book_knows_every_position_and_its_moves_with_their_exact_scores(
    small_book: Book,
) -> None:
    solver = Solver(table_mb=4, threads=1, book=None)
    positions = played(small_book)
    assert len(positions) > 2 * small_book.entries
    for position in positions:
        assert small_book.score(position) == solver.solve(position).score
        is_last = position.plies == small_book.plies
        expected = None if is_last else analyse(solver, position).scores
        assert small_book.scores_of_moves(position) == expected


@pytest.mark.parametrize("plies", [0, 1, 3, 4, 16])
def test_a_book_can_have_any_depth_in_plies(plies: int) -> None:
    book = build_book(classic(4, 4), plies, engine="serial")
    assert book.score(Position.start(classic(4, 4))) == 0
    assert book.plies == plies


def test_positions_of_a_layer_are_the_reachable_ones(small_book: Book) -> None:
    listed = list(positions_of(small_book))
    both = {*listed, *(position.mirror() for position in listed)}
    assert both == set(played(small_book))


@pytest.mark.parametrize("plies", [-1, 17])
def test_a_book_has_no_more_plies_than_the_board_has_cells(plies: int) -> None:
    with pytest.raises(InvalidSetting, match=f"a book of {plies} plies is not possible"):
        build_book(classic(4, 4), plies, engine="serial")


def test_a_solver_uses_its_book(small_book: Book) -> None:
    solver = Solver(table_mb=4, threads=1, book=small_book)
    assert solver.solve(Position.start(classic(4, 4))).nodes == 0
    assert solver.solve(Position.start(classic(5, 4))).score == 0


def test_a_book_does_not_answer_for_other_boards_or_later_positions(small_book: Book) -> None:
    assert small_book.score(Position.start()) is None
    assert small_book.score(Position.parse("112233", classic(4, 4))) is None


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (7, 6), (8, 8), (16, 4)])
def test_different_positions_have_different_keys(columns: int, rows: int) -> None:
    found = list(layers(classic(columns, rows), 3))
    for layer in found:
        positions = [Position.parse(layer.moves(i), layer.rules) for i in range(len(layer.keys))]
        assert len({frozenset((p.board, p.mirror().board)) for p in positions}) == len(positions)
    keys = [key for layer in found for key in layer.keys]
    assert len(set(keys)) == len(keys)


def as_arrays(position: Position) -> tuple[Words, Words]:
    """One position as arrays of movers and occupied cells."""
    mover, cells = position.stones_mask(position.mover), position.occupied_mask()
    return np.array([mover], dtype=np.uint64), np.array([cells], dtype=np.uint64)


def test_a_saved_book_loads_unchanged(small_book: Book, tmp_path: Path) -> None:
    save_book(small_book, tmp_path / "a.book")
    loaded = load_book(tmp_path / "a.book")
    assert (loaded.rules, loaded.plies) == (small_book.rules, small_book.plies)
    for position in played(small_book):
        assert loaded.score(position) == small_book.score(position)


def test_a_book_damaged_anywhere_is_refused(small_book: Book, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    save_book(small_book, path)
    content = path.read_bytes()
    for place in [*range(0, len(content), 97), len(content) - 1]:
        damaged = bytearray(content)
        damaged[place] ^= 0x11
        path.write_bytes(bytes(damaged))
        with pytest.raises((InvalidNotation, InvalidSetting)):
            load_book(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", MAGIC, MAGIC + b"{}\n", MAGIC + b"[1]\n"])
def test_a_foreign_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(content)
    with pytest.raises(InvalidNotation, match=r"a\.book"):
        load_book(path)


def test_a_missing_book_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"cannot read the book .*absent"):
        load_book(tmp_path / "absent.book")


def test_every_engine_builds_the_same_book() -> None:
    serial = build_book(classic(4, 5), 4, engine="serial")
    parallel = build_book(classic(4, 5), 4, engine="processes", workers=2)
    assert np.array_equal(parallel.slots, serial.slots)


def test_the_shipped_book_has_the_known_scores_of_the_first_moves() -> None:
    """Allis, 1988: the middle wins, its neighbours draw, the others lose."""
    start = Position.start()
    assert shipped_book().score(start) == 1
    assert shipped_book().scores_of_moves(start) == (-2, -1, 0, 1, 0, -1, -2)


@pytest.mark.slow
def test_a_killed_and_resumed_build_gives_the_same_file(tmp_path: Path) -> None:
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


def crafted(path: Path, magic: bytes, content: bytes, **header: object) -> Path:
    """Writes a book with these facts and a checksum that is right."""
    facts: dict[str, object] = {"columns": 4, "rows": 4, "plies": 1, "entries": 1}
    facts |= {"seed": 0, "segment_log2": 1, "starts": 2, "bits": 1, "scores": [0]}
    facts |= {"sha256": hashlib.sha256(content).hexdigest(), **header}
    path.write_bytes(magic + json.dumps(facts).encode() + b"\n" + content)
    return path


NUMBERS = ["columns", "rows", "plies", "entries", "seed", "segment_log2", "starts", "bits"]
SLOTS = bytes(2)


def test_a_sound_crafted_book_is_read(tmp_path: Path) -> None:
    assert load_book(crafted(tmp_path / "a.book", MAGIC, SLOTS)).scores == (0,)
    for score in (0, 8, 248):
        old = crafted(tmp_path / "a.book", MAGIC_1, bytes([8, 66, 33, score]))
        assert load_book(old).entries == 0


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [1e400, -1e400, float("nan"), 4.5, "4", True, -4, None, [4]])
def test_a_header_with_inconsistent_numbers_is_refused(
    tmp_path: Path, name: str, value: object
) -> None:
    path = crafted(tmp_path / "a.book", MAGIC, SLOTS, **{name: value})
    with pytest.raises(InvalidNotation, match=r"header of the book .* is damaged"):
        load_book(path)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"entries": 0}, "0 positions"),
        ({"plies": 17}, "1 positions of up to 17 plies"),
        ({"seed": 2**32}, "seed '4294967296' is not a whole number below 4294967296"),
        ({"scores": [9]}, "score beyond 8"),
        ({"scores": [-9]}, "score beyond 8"),
        ({"scores": [0, 1, 2]}, "3 scores of 1 bits"),
        ({"scores": []}, "0 scores"),
        ({"bits": 0}, "1 scores of 0 bits"),
        ({"bits": 7}, "1 scores of 7 bits"),
        ({"segment_log2": 19}, "segments of 2 to the 19 slots"),
        ({"starts": 3}, "3 first slots do not fill segments"),
        ({"starts": 0}, "0 first slots do not fill segments"),
        ({"starts": 400}, "cut short or has extra data"),
    ],
)
def test_an_impossible_book_is_refused(
    tmp_path: Path, header: dict[str, object], words: str
) -> None:
    with pytest.raises(InvalidNotation, match=words):
        load_book(crafted(tmp_path / "a.book", MAGIC, SLOTS, **header))


def old_key(position: Position) -> int:
    """The key of a position in a book of version 0.2.0."""
    heights, key = Counter[int](), 0
    for ply, move in enumerate(position.moves):
        if ply % 2 == position.plies % 2:  # a stone of the player to move
            key |= 1 << 5 * (int(move) - 1) + heights[int(move)]
        heights[int(move)] += 1
    return key | sum(1 << 5 * column + heights[column + 1] for column in range(4))


def test_an_old_book_is_read_completely(small_book: Book, tmp_path: Path) -> None:
    positions = played(small_book)
    scores = {  # of a position and its mirror image, it has one
        old_key(position): small_book.score(position) or 0
        for position in positions
        if old_key(position) <= old_key(position.mirror())
    }
    content = b"".join(key.to_bytes(3, "big") + bytes([scores[key] & 255]) for key in scores)
    path = crafted(tmp_path / "a.book", MAGIC_1, content, plies=5, entries=len(scores))
    book = load_book(path)
    assert book.entries == small_book.entries
    for position in positions:
        assert book.score(position) == small_book.score(position)


@pytest.mark.parametrize("score", [9, 100, 128, 247])
def test_an_old_book_with_impossible_scores_is_refused(tmp_path: Path, score: int) -> None:
    with pytest.raises(InvalidNotation, match="score beyond 8"):
        load_book(crafted(tmp_path / "a.book", MAGIC_1, bytes([8, 66, 33, score])))


def test_verifying_a_book_that_lacks_positions_ends(tmp_path: Path) -> None:
    book = load_book(crafted(tmp_path / "a.book", MAGIC, SLOTS, columns=8, plies=32))
    with pytest.raises(InvalidNotation, match="not all those of up to 32 plies"):
        next(verify_book(book, 1, 0, 4))


def test_a_book_of_too_many_positions_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachable_positions, "MOST_BOARDS", 100)
    with pytest.raises(InvalidSetting, match="too many positions of 4 plies"):
        build_book(classic(4, 4), 16, engine="serial")


@pytest.mark.slow
def test_counts_of_outcomes_match_published_ones() -> None:
    """The figures are those of Böck, "Strongly solving 7×6 Connect-Four", arXiv 2507.05267."""
    counts = {outcomes.plies: outcomes[1:] for outcomes in count_outcomes(shipped_book())}
    assert counts[0] == (1, 0, 0)
    assert counts[8] == (124_624, 14_676, 44_975)
    assert counts[9] == (197_749, 42_896, 317_541)
    assert counts[10] == (1_122_696, 97_532, 442_395)
    assert counts[11] == (1_734_122, 255_780, 2_578_781)
    assert counts[12] == (8_191_645, 541_825, 3_502_631)


@pytest.mark.slow
def test_the_shipped_book_agrees_with_the_whole_book_of_bitbully() -> None:
    known, differing = compare_with_bitbully(shipped_book())
    assert known == 4_200_899
    assert not differing


def test_finished_games_count_for_their_winner() -> None:
    book = build_book(classic(4, 4), 9, engine="serial")
    solver = Solver(table_mb=4, threads=1, book=None)
    layer = {Position.start(classic(4, 4))}
    for outcomes in count_outcomes(book):
        winners = Counter(winner_of(position, solver) for position in layer)
        assert outcomes[1:] == (winners[1], winners[0], winners[2])
        layer = {p.play(move) for p in layer if not p.is_over for move in p.legal_moves}


def winner_of(position: Position, solver: Solver) -> int:
    """The player who wins, 0 if it is a draw."""
    if position.is_over:
        return position.result
    value = solver.solve(position).value
    return {1: position.mover, 0: 0, -1: 3 - position.mover}[value or 0]


def altered(book: Book, **changes: Any) -> Book:
    """A book with the slots of another, and facts of its own."""
    names = ("rules", "plies", "entries", "layout", "slots", "scores")
    return Book(**({name: getattr(book, name) for name in names} | changes))


def with_other_scores(book: Book) -> Book:
    return altered(book, scores=[-score for score in book.scores])


def test_a_sample_of_a_book_is_solved_again(small_book: Book) -> None:
    checks = list(verify_book(small_book, 40, 1, 4))
    assert len({check.moves for check in checks}) > 20
    assert {len(check.moves) for check in checks} == {2, 3, 4, 5}
    assert all(check.agrees for check in checks)
    assert {tuple(check.solvers) for check in checks} == {("enraya",)}


def test_verifying_a_book_finds_a_wrong_score(small_book: Book) -> None:
    assert not all(check.agrees for check in verify_book(with_other_scores(small_book), 40, 1, 4))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_book_has_all_its_positions_and_no_others(small_book: Book, more: int) -> None:
    with pytest.raises(InvalidNotation, match="not all those of up to 5 plies"):
        list(positions_of(altered(small_book, entries=small_book.entries + more)))


def twelve_stones(count: int) -> Layer:
    rng, start = np.random.default_rng(3), Position.start()
    found = [random_undecided(start, rng, lambda: BOOK_PLIES) for _ in range(count)]
    movers, occupied = (np.concatenate(part) for part in zip(*map(as_arrays, found), strict=True))
    keys, scores = decide(start.rules, movers, occupied)
    return Layer(start.rules, BOOK_PLIES, movers, occupied, keys, scores, 0, 0)


def test_a_book_agrees_with_that_of_bitbully(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_check, "layers", lambda *_: iter([twelve_stones(50)]))
    monkeypatch.setattr(book_check, "_AT_ONCE", 20)
    done: list[tuple[int, int]] = []
    known, differing = compare_with_bitbully(shipped_book(), lambda *now: done.append(now))
    assert known > 20
    assert differing == []
    assert done == [(20, 50), (40, 50), (50, 50)]
    known, differing = compare_with_bitbully(with_other_scores(shipped_book()))
    assert len(differing) == book_check._MOST_SHOWN
    assert all(not check.agrees and len(check.moves) == BOOK_PLIES for check in differing)


@pytest.mark.parametrize(
    ("columns", "plies", "words"), [(7, 11, "up to 11 on 7x6"), (8, 12, "up to 12 on 8x6")]
)
def test_only_books_of_the_same_size_are_compared_with_bitbully(
    columns: int, plies: int, words: str
) -> None:
    other = altered(shipped_book(), rules=classic(columns, 6), plies=plies)
    with pytest.raises(InvalidSetting, match=words):
        compare_with_bitbully(other)
