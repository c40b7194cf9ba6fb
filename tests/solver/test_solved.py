"""The cache of slowly solved positions: correct, shared, and ignored when damaged."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from enraya import InvalidSetting, Position
from enraya.cli import app
from enraya.limit import Limit
from enraya.rules.classic import classic
from enraya.solver import Solver, solved
from enraya.solver.solved import SolvedPositions
from enraya.work import run_jobs

HARD = Position.parse("444444", classic(7, 6))
"""Takes longer than what is kept must take, without a book."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "solved.sqlite"


def test_a_solved_position_is_known_afterwards(file: Path) -> None:
    first = Solver(table_mb=64, book=None, solved=SolvedPositions(file)).solve(HARD)
    again = Solver(table_mb=4, book=None, solved=SolvedPositions(file)).solve(HARD)
    assert again.score == first.score
    assert again.nodes < first.nodes


def test_clearing_removes_every_part_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path))
    kept = SolvedPositions()
    kept.keep(HARD, 1)
    assert len(list(tmp_path.iterdir())) == 3  # with the journal and its index
    solved.remove_solved()
    assert list(tmp_path.iterdir()) == []
    kept.close()
    solved.solved_file().mkdir()
    with pytest.raises(InvalidSetting, match="cannot remove"):
        solved.remove_solved()


def test_the_mirror_image_of_a_solved_position_is_known_too(file: Path) -> None:
    kept = SolvedPositions(file)
    position = Position.parse("1123")
    kept.keep(position, -3)
    assert kept.score(position.mirror()) == -3
    assert kept.score(Position.parse("1123", classic(8, 6))) is None


def test_a_known_score_is_used_even_under_a_limit(file: Path) -> None:
    kept = SolvedPositions(file)
    kept.keep(HARD, -2)
    assert Solver(table_mb=4, book=None, solved=kept).solve(HARD, limit=Limit(nodes=0)).score == -2


def test_bounds_and_quick_solutions_are_not_kept(file: Path) -> None:
    kept = SolvedPositions(file)
    solver = Solver(table_mb=4, book=None, solved=kept)
    solver.solve(HARD, limit=Limit(seconds=0.06))
    solver.solve(Position.parse("44455554221"))
    assert len(kept) == 0


def test_the_least_recently_used_positions_are_forgotten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "MOST", 3)
    monkeypatch.setattr(solved, "_ROOM", 2)
    kept = SolvedPositions(file)
    for column in "1234":
        kept.keep(Position.parse(column * 2), 0)
        kept.score(Position.parse("11"))
    assert len(kept) == 2
    assert kept.score(Position.parse("11")) == 0
    assert kept.score(Position.parse("44")) == 0


@pytest.mark.parametrize("score", ["'7'", "22", "-22", "NULL", "1.5"])
def test_impossible_scores_are_ignored(file: Path, score: str) -> None:
    kept = SolvedPositions(file)
    kept.keep(HARD, 0)
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE solved")
        connection.execute("CREATE TABLE solved (board, score, used)")
        board = solved._board(HARD)  # as another program may have written it
        connection.execute(f"INSERT INTO solved VALUES (?, {score}, 0)", (board,))  # noqa: S608
    assert SolvedPositions(file).score(HARD) is None


@given(content=st.binary(max_size=200))
def test_a_damaged_file_is_ignored(content: bytes, tmp_path_factory: object) -> None:
    path = Path(str(tmp_path_factory.mktemp("damaged"))) / "solved.sqlite"  # type: ignore[attr-defined]
    path.write_bytes(b"SQLite" + content)
    kept = SolvedPositions(path)
    kept.keep(HARD, 1)
    assert kept.score(HARD) in {None, 1}


def test_a_folder_that_cannot_be_made_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("not a folder")
    kept = SolvedPositions(tmp_path / "cache" / "solved.sqlite")
    kept.keep(HARD, 1)
    assert kept.score(HARD) is None


def keep_some(job: tuple[str, int]) -> None:
    path, first = job
    kept = SolvedPositions(Path(path))
    for number in range(first, first + 50):
        kept.keep(Position.parse("".join(str(int(d) % 7 + 1) for d in f"{number:06o}")), number % 9)


def test_processes_and_threads_can_save_concurrently(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2])  # where processes find this test
    SolvedPositions(file)
    jobs = [(str(file), start) for start in range(0, 400, 50)]
    run_jobs(keep_some, jobs, engine="processes", workers=2)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(keep_some, jobs))
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(SolvedPositions(file)) > 200


def test_commands_save_and_clear_solved_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "solved_file", lambda: tmp_path / "solved.sqlite")
    monkeypatch.delenv("ENRAYA_NO_CACHE")
    run = CliRunner().invoke
    assert run(app, ["solve", "444444", "--no-book", "--no-cache"]).exit_code == 0
    assert not (tmp_path / "solved.sqlite").exists()
    assert run(app, ["solve", "444444", "--no-book"]).exit_code == 0
    assert len(SolvedPositions(tmp_path / "solved.sqlite")) == 1
