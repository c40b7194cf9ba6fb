"""Random command lines, each in a process of its own, beside sound and damaged files.

Options and arguments are right, odd or absurd. Numbers are small or beyond every bound, and agents
are quick, so that what is accepted ends soon.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from enraya.cli import app
from enraya.cli.common.verbs import loaded
from enraya.kernels import cache_directory
from tests.fuzz.damage import TEXTS, damaged, tries
from tests.fuzz.sound import write_sound_files

LONG = {("serve",), ("warmup",), ("reproduce",), ("bench",)}
"""Commands, or groups of them, that listen or take minutes whatever they are told."""
SLOW = ("--mistakes", "--balanced", "--report")
"""Options whose work takes minutes however small the rest is."""
NUMBERS = (
    "0", "1", "2", "3", "-1", "1" + "0" * 30, "-" + "9" * 30, "1e400", "nan", "inf", "0.5", "x", "",
    "0x10", "1_0", "٣", " 2 ", "2147483648",
)  # fmt: skip
AGENTS = (
    "random", "greedy", "level(1)", "alphabeta(depth=2)", "mcts(iterations=20)",
    "genes(1, 0, 1, 0)", "file:small.book", "file:absent.py", "learned(models/ntuple.npz)",
    "learned(small.book)", "learned(models/mlp.npz, depth=2)", "greedy(eval=file:absent.py)",
    "script(4453)", '"random"', 'file:"absent (1).py"', 'file:"absent',
    "level(99)", "alphabeta(depth=-1)", "mcts(iterations=1e9)", "random(", "random)(", "a(b=c(d))",
)  # fmt: skip
FILES = (
    "small.book", "games.sqlite", "run.json", "run.part", "models/mlp.npz", "models/tables.npz",
    "games.jsonl", "drawing.txt", "agents.toml", "openings.txt", "damaged", "absent", "absent/x",
    ".", "/proc/none/x", "new.html", "new.part", "x" * 300, "-",
)  # fmt: skip
WORDS = (
    "classic", "boom", "desconecta", "4x4", "5x4", "16x4", "99x99", "classic(columns=4, rows=4)",
    "4453", "1212121", "4444444", "44B", "rivest", "threats", "qmatic", "serial", "cloud",
    "parquet", "csv", "jsonl", "pgn", "round-robin", "swiss", "knockout", "1+1", "60+1", "1-2",
    "poly", "mlp(rounds=1)", "tables", "ntuple", "test", "all", "3,10,25,14,6", "paper",
)  # fmt: skip
INPUTS = (
    b"",
    b"4453\n44x\n",
    b"1\n2\nB\nu\nq\n",
    b"\xff\xfe\n",
    b"{}\n",
    b"[" * 5_000,
    b"4" * 5_000,
)
LIKELY = {
    "--engine": ("serial",),
    "--address": ("",),
    "--workers": ("1",),
    "--table-mb": ("4",),
    "--seconds": ("0.01",),
    "--limit-seconds": ("0.05",),
    "--threads": ("1",),
    "--store": ("games.sqlite", "new.sqlite", "damaged"),
    "--size": ("4x4", "5x4", "7x6"),
    "--rules": ("classic", "boom", "classic(columns=5, rows=4)"),
    "--format": ("jsonl", "csv", "pgn", "parquet"),
    "--kind": ("round-robin", "swiss", "knockout", "gauntlet"),
    "--from": ("drawing.txt", "-", "damaged"),
    "--human": ("11111", "4453"),
    "--moves": ("4453", "12"),
    "--heuristic": ("rivest", "threats"),
    "--openings": ("openings.txt", "damaged"),
    "--file": ("agents.toml", "damaged"),
    "--data": ("damaged", "absent"),
    "moves": ("4453", "12", "44444415"),
    "models": ("models/mlp.npz", "models/tables.npz", "damaged"),
    "file": ("small.book", "games.jsonl", "run.json", "damaged"),
    "agents": AGENTS,
    "first": AGENTS,
    "second": AGENTS,
    "--agent": AGENTS,
    "--first": AGENTS,
    "--second": AGENTS,
    "model": ("poly", "mlp(rounds=1)", "ntuple"),
    "name": ("rivest", "threats", "qmatic(", "file:absent.py"),
}
"""Good values, or nearly so, by the name of an option or argument."""
KINDS = {"int": ("0", "1", "2", "3"), "float": ("0.5", "0", "1"), "Path": FILES}
ODD = {
    "--engine": ("cloud", "serial@x", ""),
    "--address": ("x",),
    "--workers": ("0", "x"),
    "--table-mb": ("3", "-1", "x", "1" + "0" * 30),
    "--seconds": ("0", "-1", "nan", "x"),
    "--limit-seconds": ("0", "-1", "nan", "x"),
    "--threads": ("0", "x"),
}
"""Bad values of options that decide how long a command takes, or who takes part in it."""
ALWAYS = {
    "match": ("--engine serial --games 2",),
    "tournament": ("--engine serial --games 1",),
    "sprt": ("--engine serial --games 2",),
    "dataset": ("--engine serial --positions 2 --stones 30-36 --sampler random-games",),
    "book build": ("--engine serial --plies 2 --size 4x4",),
    "book verify": ("--sample 1 --table-mb 4 small.book",),
    "book export": ("small.book",),
    "evolve genes": ("--engine serial", "--population 4", "--generations 2"),
    "evolve weights": (
        "--engine serial --depth 1 --generations 1 --candidates 2 --pairs 1 --test-pairs 2 "
        "--finalists 1 --opening-plies 2",
    ),
    "evolve report": ("--engine serial --games 1 --level-games 1 --every 99",),
    "evaluate": ("--count 1 --depths 0",),
    "solve": ("--limit-seconds 0.05 --table-mb 4 --threads 1",),
    "analyse": ("--limit-seconds 0.05 --table-mb 4 --threads 1",),
    "review": ("--limit-seconds 0.05 --table-mb 4 --threads 1",),
    "perft": ("--size 4x4 --rules classic",),
    "train": ("--games 2", "--size 4x4"),
    "charts": ("--repeat 1", "random"),
}
"""What commands of a long kind are told in the end; the last word on an option counts."""


class Shape(NamedTuple):
    """What a command takes."""

    words: tuple[str, ...]
    """Its name, with that of the group before it."""
    flags: tuple[str, ...]
    options: dict[str, str]
    """The kinds of values by option: ``int``, ``Path``, …, as Python calls them."""
    arguments: dict[str, str]
    """The kinds of arguments by name, in order."""


def command_shapes() -> list[Shape]:
    """What each command takes that ends soon, as typer knows it."""
    found = _shapes((), typer.main.get_command(app))
    return [shape for shape in found if not {shape.words, shape.words[:1]} & LONG]


def _shapes(words: tuple[str, ...], command: Any) -> Iterator[Shape]:
    for name, part in getattr(command, "commands", {}).items():
        yield from _shapes((*words, name), loaded(part))
    options = [p for p in command.params if p.param_type_name == "option"]
    yield Shape(
        words,
        tuple(name for p in options if p.is_flag for name in p.opts),
        {name: _kind(p) for p in options if not p.is_flag for name in p.opts},
        {p.name: _kind(p) for p in command.params if p.param_type_name == "argument"},
    )


def _kind(parameter: Any) -> str:
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", str)
    return getattr(annotation, "__name__", "str")


@st.composite
def command_lines(draw: st.DrawFn, shapes: Sequence[Shape]) -> list[str]:
    """A command line, without the name of the program."""
    shape = draw(st.sampled_from(shapes))
    words, known = list(shape.words), [*shape.options, *shape.flags]
    names = st.lists(st.sampled_from(known or [""]), max_size=4, unique=True)
    for name in draw(names) if known else []:
        if name not in SLOW:
            words.append(name)
            if name in shape.options:
                words.append(draw(_values(name, shape.options[name])))
    for name, kind in shape.arguments.items():
        if draw(st.integers(0, 6)):
            words.append(draw(_values(name, kind)))
    if not draw(st.integers(0, 6)):
        words.insert(draw(st.integers(0, len(words))), draw(_words()))
    return [*words, *_bounds(shape, words)]


def _values(name: str, kind: str) -> st.SearchStrategy[str]:
    """Values for an option or argument, most of them such as make sense."""
    good = st.sampled_from(LIKELY.get(name) or KINDS.get(kind) or WORDS)
    if name in ODD:
        return good | good | st.sampled_from(ODD[name])
    return good | good | (st.sampled_from(NUMBERS) if kind in ("int", "float") else _words())


def _words() -> st.SearchStrategy[str]:
    """Any word at all."""
    words = (*NUMBERS, *AGENTS, *FILES, *WORDS, *TEXTS)
    return st.sampled_from([word.encode(errors="replace").decode() for word in words])


def _bounds(shape: Shape, words: Sequence[str]) -> Iterator[str]:
    """What keeps a command short; a part with one option is left out when that is given."""
    for part in ALWAYS.get(" ".join(shape.words), ()):
        option, *values = part.split()
        if len(values) > 1 or option not in words:
            yield from (option, *values)


SHAPES = command_shapes()
PARTS = 4
ALLOWED_CODES = (0, 1, 2, 130)
"""Done, disagreement or a reader that left, refused, interrupted."""


def test_every_short_command_is_fuzzed() -> None:
    names = {shape.words[0] for shape in SHAPES if shape.words}
    assert {"solve", "match", "games", "league", "train", "evolve"} <= names
    assert not names & {words[0] for words in LONG}


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
