"""Random command lines, each in a process of its own, beside sound and damaged files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.kernels import cache_directory
from tests.fuzz.command_lines import INPUTS, LONG, command_lines, command_shapes
from tests.fuzz.damage import damaged, tries
from tests.fuzz.sound import write_sound_files

SHAPES = command_shapes()
PARTS = 4
ALLOWED_CODES = (0, 1, 2, 130)
"""Done, disagreement or a reader that left, refused, interrupted."""


def test_every_command_that_ends_soon_is_tried() -> None:
    names = {shape.words[0] for shape in SHAPES if shape.words}
    assert {"solve", "match", "games", "league", "train", "evolve"} <= names
    assert not names & {words[0] for words in LONG}


def test_flags_options_and_arguments_are_told_apart() -> None:
    shapes = {shape.words: shape for shape in SHAPES}
    backup, perft = shapes["league", "backup"], shapes[("perft",)]
    assert (backup.arguments, backup.options) == ({"file": "Path"}, {"--folder": "Path"})
    assert perft.options["--size"] == "str"
    assert "--json" in shapes[("solve",)].flags


@pytest.fixture(scope="module")
def files(room: Path) -> list[Path]:
    """Sound files of every kind in a folder."""
    write_sound_files(room)
    return sorted(path for path in room.rglob("*") if path.is_file())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@tries(1)
@given(data=st.data())
def test_a_command_ends_with_success_or_a_sentence(
    data: st.DataObject, files: list[Path], room: Path, part: int
) -> None:
    words = data.draw(command_lines(SHAPES[part::PARTS]))
    (room / "damaged").write_bytes(data.draw(st.sampled_from(files).flatmap(read_damaged)))
    home, cache = str(room), str(cache_directory())
    done = subprocess.run(
        [sys.executable, "-m", "enraya", *words],
        input=data.draw(st.sampled_from(INPUTS)),
        capture_output=True,
        timeout=120,
        check=False,
        cwd=room,
        env={**os.environ, "HOME": home, "XDG_DATA_HOME": home, "NUMBA_CACHE_DIR": cache},
    )
    assert done.returncode in ALLOWED_CODES, done.stderr[-300:]
    assert b"Traceback" not in done.stderr, done.stderr[-300:]


def read_damaged(path: Path) -> st.SearchStrategy[bytes]:
    """The file with damage."""
    return damaged(path.read_bytes())
