"""`enraya show` as a user types it."""

from pathlib import Path

import pytest

from enraya import Position
from tests.cli.running import enraya, printed


def test_show_draws_the_position() -> None:
    done = enraya("show", "4453")
    assert done.returncode == 0
    assert done.stdout == f"{Position.parse('4453')}\n\n"


def test_show_writes_an_svg_file(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    done = enraya("show", "4453", "--svg", str(target))
    assert done.returncode == 0
    assert target.read_text().startswith("<svg")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(("moves", "named"), [("4453", "4453"), ("", "the empty board")])
def test_show_says_what_it_has_drawn(moves: str, named: str, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert printed("show", moves, "--svg", str(target)) == f"{target}: {named}\n"


def test_show_refuses_to_write_where_it_cannot(tmp_path: Path) -> None:
    done = enraya("show", "4453", "--svg", str(tmp_path / "absent" / "board.svg"))
    assert done.returncode == 2
    assert "cannot write" in done.stderr


@pytest.mark.parametrize("export", ["--json", "text"])
def test_what_show_prints_it_reads_again(export: str, tmp_path: Path) -> None:
    source = tmp_path / "position"
    shown = enraya("show", "4453", *([export] if export.startswith("--") else []))
    source.write_text(shown.stdout)
    done = enraya("show", "--from", str(source), "--moves")
    assert Position.parse(done.stdout) == Position.parse("4453")


def test_show_refuses_a_broken_drawing() -> None:
    done = enraya("show", "--from", "-", given="....\n..X.\n....\n....\n")
    assert done.returncode == 2
    assert "hangs above an empty cell" in done.stderr
    assert "Traceback" not in done.stderr
