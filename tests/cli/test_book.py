"""`enraya book` as a user types it."""

import json
from pathlib import Path

import pytest

from enraya.cli import book
from enraya.solver.book_check import Check
from tests.cli.running import answer, enraya


@pytest.mark.slow
def test_a_book_is_built_inspected_exported_and_verified(tmp_path: Path) -> None:
    book = str(tmp_path / "small.book")
    built = enraya("book", "build", "--size", "4x4", "--plies", "2", "--out", book)
    assert "positions up to 2 plies" in built.stdout
    facts = answer("book", "info", book)
    lines = enraya("book", "export", book).stdout.splitlines()
    assert facts["entries"] == 8, "of two stones; those with fewer follow"
    assert len(lines) == 1 + 2 + 8
    assert lines[0] == "0"
    assert "3 of 3 positions agree" in enraya("book", "verify", book, "--sample", "3").stdout
    verified = answer("book", "verify", book, "--sample", "2")
    assert verified == {"positions": 2, "agree": 2}
    assert answer("book", "counts", book)[0]["plies"] == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "small.book"]


def test_a_foreign_book_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "foreign.book"
    file.write_text("hello")
    done = enraya("book", "info", str(file))
    assert done.returncode == 2
    assert "is not an opening book" in done.stderr


def test_the_shipped_book_is_described() -> None:
    facts = answer("book", "info")
    assert (facts["columns"], facts["rows"], facts["plies"]) == (7, 6, 12)
    assert facts["bytes"] <= 4_000_000


def test_disagreeing_positions_are_named_and_counted_and_fail_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checks = [Check("44", 1, {"enraya": 1}), Check("45", 2, {"enraya": 0}), Check("46", 0, {})]
    monkeypatch.setattr(book, "verify_book", lambda *_: checks)
    verify = ["book", "verify", "--sample", "3"]
    done = enraya(*verify, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (1, {"positions": 3, "agree": 2})
    assert "45: the book says 2" in done.stderr
    assert "2 of 3 positions agree" in enraya(*verify).stdout
