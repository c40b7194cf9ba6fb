"""Random command lines: every command with options and arguments that are right, odd or absurd.

Numbers are small or beyond every bound, and agents are quick, so that what is accepted ends soon.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from enraya.bench.fuzz.harness import NOTE, Case, Target
from enraya.bench.fuzz.kept_files import write_kept_files
from enraya.bench.fuzz.model_files import write_samples
from enraya.bench.fuzz.mutations import TEXTS, mutate
from enraya.errors import EnrayaError
from enraya.kernels import cache_directory

REFUSED = 2
ALLOWED_CODES = (0, 1, REFUSED, 130)
"""Done, disagreement or a reader that left, refused, interrupted."""


class Shape(NamedTuple):
    """What a command takes."""

    words: tuple[str, ...]
    """Its name, with that of the group before it."""
    flags: tuple[str, ...]
    options: dict[str, str]
    """The kinds of values by option: ``int``, ``Path``, …, as Python calls them."""
    arguments: dict[str, str]
    """The kinds of arguments by name, in order."""


Run = Callable[[Sequence[str], bytes], tuple[int, str]]
"""Runs a command line with this input: its exit code and what it wrote to standard error."""
LONG = {("serve",), ("warmup",), ("reproduce",), ("bench",)}
"""Commands, or groups of them, that listen or take minutes whatever they are told."""
_NUMBERS = (
    "0", "1", "2", "3", "-1", "1" + "0" * 30, "-" + "9" * 30, "1e400", "nan", "inf", "0.5", "x", "",
    "0x10", "1_0", "٣", " 2 ", "2147483648",
)  # fmt: skip
_AGENTS = (
    "random", "greedy", "level(1)", "alphabeta(depth=2)", "mcts(iterations=20)",
    "genes(1, 0, 1, 0)", "file:small.book", "file:absent.py", "learned(models/ntuple.npz)",
    "learned(small.book)", "learned(models/mlp.npz, depth=2)", "greedy(eval=file:absent.py)",
    "script(4453)", '"random"', 'file:"absent (1).py"', 'file:"absent',
    "level(99)", "alphabeta(depth=-1)", "mcts(iterations=1e9)", "random(", "random)(", "a(b=c(d))",
)  # fmt: skip
_FILES = (
    "small.book", "games.sqlite", "run.json", "run.part", "models/mlp.npz", "models/tables.npz",
    "games.jsonl", "drawing.txt", "agents.toml", "openings.txt", "damaged", "absent", "absent/x",
    ".", "/proc/none/x", "new.html", "new.part", "x" * 300, "-",
)  # fmt: skip
_WORDS = (
    "classic", "boom", "desconecta", "4x4", "5x4", "16x4", "99x99", "classic(columns=4, rows=4)",
    "4453", "1212121", "4444444", "44B", "rivest", "threats", "qmatic", "serial", "cloud",
    "parquet", "csv", "jsonl", "pgn", "round-robin", "swiss", "knockout", "1+1", "60+1", "1-2",
    "poly", "mlp(rounds=1)", "tables", "ntuple", "test", "all", "3,10,25,14,6", "paper",
)  # fmt: skip
_INPUTS = (
    b"",
    b"4453\n44x\n",
    b"1\n2\nB\nu\nq\n",
    b"\xff\xfe\n",
    b"{}\n",
    b"[" * 5_000,
    b"4" * 5_000,
)
_LIKELY = {
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
    "agents": _AGENTS,
    "first": _AGENTS,
    "second": _AGENTS,
    "--agent": _AGENTS,
    "--first": _AGENTS,
    "--second": _AGENTS,
    "model": ("poly", "mlp(rounds=1)", "ntuple"),
    "name": ("rivest", "threats", "qmatic(", "file:absent.py"),
}
"""Good values, or nearly so, by the name of an option or argument."""
_KINDS = {"int": ("0", "1", "2", "3"), "float": ("0.5", "0", "1"), "Path": _FILES}
_ODD = {
    "--engine": ("cloud", "serial@x", ""),
    "--address": ("x",),
    "--workers": ("0", "x"),
    "--table-mb": ("3", "-1", "x", "1" + "0" * 30),
    "--seconds": ("0", "-1", "nan", "x"),
    "--limit-seconds": ("0", "-1", "nan", "x"),
    "--threads": ("0", "x"),
}
"""Bad values of options that decide how long a command takes, or who takes part in it."""
_ALWAYS = {
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
_LIKELIHOOD = 0.85
_SLOW = ("--mistakes", "--balanced", "--report")
"""Options whose work takes minutes however small the rest is."""


def random_command(shapes: Sequence[Shape], random: Random) -> list[str]:
    """A command line, without the name of the program."""
    shape = random.choice(shapes)
    words, known = list(shape.words), [*shape.options, *shape.flags]
    for name in random.sample(known, min(len(known), random.randint(0, 4))):
        if name in shape.flags and name not in _SLOW:
            words.append(name)
        elif name not in _SLOW:
            words += [name, _value(name, shape.options[name], random)]
    for name, kind in shape.arguments.items():
        if random.random() < _LIKELIHOOD:
            words.append(_value(name, kind, random))
    if random.random() > _LIKELIHOOD:
        words.insert(random.randrange(len(words) + 1), _word(random))
    return [*words, *_bounds(shape, words)]


def _value(name: str, kind: str, random: Random) -> str:
    """A value for an option or argument, most of the time one that makes sense."""
    if random.random() < _LIKELIHOOD:
        return random.choice(_LIKELY.get(name) or _KINDS.get(kind) or _WORDS)
    if kind in ("int", "float"):
        return random.choice(_ODD.get(name, _NUMBERS))
    return random.choice(_ODD[name]) if name in _ODD else _word(random)


def _word(random: Random) -> str:
    """Any word at all."""
    pool = random.choice((_NUMBERS, _AGENTS, _FILES, _WORDS, TEXTS))
    return random.choice(pool).encode(errors="replace").decode()


def _bounds(shape: Shape, words: Sequence[str]) -> Iterator[str]:
    """What keeps a command short; a part with one option is left out when that is given."""
    for part in _ALWAYS.get(" ".join(shape.words), ()):
        option, *values = part.split()
        if len(values) > 1 or option not in words:
            yield from (option, *values)


def command_target(shapes: Sequence[Shape], run_command: Run) -> Target:
    """The target of all commands, run by a function that the command line gives."""
    chosen = [shape for shape in shapes if not {shape.words, shape.words[:1]} & LONG]

    def prepare(samples: Path) -> Case:
        write_kept_files(samples)
        (samples / "models").mkdir()
        write_samples(samples / "models")
        cache = str(cache_directory())
        files = sorted(path for path in samples.rglob("*") if path.is_file())

        def run(random: Random, room: Path) -> None:
            shutil.copytree(samples, room, dirs_exist_ok=True)
            damaged = mutate(random.choice(files).read_bytes(), random)
            (room / "damaged").write_bytes(damaged)
            os.chdir(room)
            home = str(room)
            os.environ |= {"HOME": home, "XDG_DATA_HOME": home, "NUMBA_CACHE_DIR": cache}
            words = random_command(chosen, random)
            (room / NOTE).write_text(str(words))
            code, said = run_command(words, random.choice(_INPUTS))
            assert code in ALLOWED_CODES, f"{words}: exit code {code}"
            assert "Traceback" not in said, f"{words}: {said[-200:]}"
            if code == REFUSED:
                raise EnrayaError(said)

        return run

    return Target("commands", prepare, 2_000)
