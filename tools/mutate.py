"""Changes small things in the code at random and tells which changes no test notices.

A comparison is turned, a sign, an ``and``. Each change is made in a copy of the tree, in which the
tests beside the changed module run: those of the same name where there are any, those of its room
otherwise, and its own doctests.

    python tools/mutate.py --count 100 --seed 1
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/enraya")
LEFT_OUT = ("kernels", "bench", "isolation")
"""Kernels have twins and passes of their own; what a benchmark measures, nobody asserts; a sandbox
that was changed lets the hostile agents of its tests loose on the machine."""
PATIENCE = 600
NO_TESTS = 5
"""What pytest returns when it finds none."""
OPERATORS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*",
    ast.Div: "*", ast.Mod: "+",
}  # fmt: skip


class Change(NamedTuple):
    """One text in place of another."""

    module: Path
    start: int
    """Where the old text begins, in bytes."""
    old: str
    new: str
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.old.strip()!r} became {self.new.strip()!r}"


def changes(module: Path) -> Iterator[Change]:
    """Everything that could be changed in a module."""
    content = (ROOT / module).read_bytes()
    begins = [0]
    for line in content.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def start(node: ast.expr) -> int:
        return begins[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return begins[node.end_lineno - 1] + node.end_col_offset

    def between(left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[Change]:
        """The operator between two operands; none if a bracket or a comment is there, too."""
        text = content[end(left) : start(right)].decode()
        new = OPERATORS.get(type(operator))
        if new and not any(mark in text for mark in "()#\n"):
            assert left.end_lineno is not None
            yield Change(module, end(left), text, f" {new} ", left.end_lineno)

    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
                yield from between(left, operator, right)
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(left, node.op, right)
        elif isinstance(node, ast.BinOp) and not _is_text(node):
            yield from between(node.left, node.op, node.right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            text = content[start(node) : start(node.operand)].decode()
            yield Change(module, start(node), text, "", node.lineno)


def _is_text(node: ast.BinOp) -> bool:
    """Whether it joins or formats texts, or joins types, which other checks know."""
    operands = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) or any(
        isinstance(part, ast.JoinedStr)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in operands
    )


def sample(count: int, seed: int) -> list[Change]:
    """Changes in modules drawn at random, each module as likely as any other."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    modules = sorted(
        path.relative_to(ROOT)
        for path in (ROOT / PACKAGE).rglob("*.py")
        if path.relative_to(ROOT / PACKAGE).parts[0] not in LEFT_OUT
    )
    found = dict[Change, None]()
    while len(found) < count:
        possible = list(changes(rng.choice(modules)))
        if possible:
            found[rng.choice(possible)] = None
    return list(found)


def tests_beside(module: Path) -> list[str]:
    """The tests that ought to notice."""
    room = Path("tests") / module.relative_to(PACKAGE).parent
    named = [*(ROOT / room).glob(f"test_{module.stem}.py"), *(ROOT / room).glob(module.stem)]
    while not named and not (ROOT / room).is_dir():
        room = room.parent
    beside = named or ([ROOT / room] if room != Path("tests") else (ROOT / room).glob("test_*.py"))
    return [str(module), *(str(path.relative_to(ROOT)) for path in beside)]


def is_noticed(change: Change, copy: Path) -> bool:
    """Whether a test in the copy fails with the change."""
    path = copy / change.module
    content = path.read_bytes()
    old = change.old.encode()
    assert content[change.start : change.start + len(old)] == old
    path.write_bytes(
        content[: change.start] + change.new.encode() + content[change.start + len(old) :]
    )
    command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests_beside(change.module)]
    try:
        done = subprocess.run(  # noqa: S603  # our own tests
            [sys.executable, *command],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(content)
    return done.returncode not in (0, NO_TESTS)


def main() -> None:
    """Prints what survived, and how much was noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    settings = parser.parse_args()
    chosen = sample(settings.count, settings.seed)
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies = SimpleQueue[Path]()
        for number in range(settings.workers):
            copies.put(make_copy(Path(folder) / str(number)))

        def attempt(change: Change) -> bool:
            copy = copies.get()
            try:
                noticed = is_noticed(change, copy)
            finally:
                copies.put(copy)
            print(f"{'noticed ' if noticed else 'SURVIVED'} {change}", flush=True)
            return noticed

        with ThreadPoolExecutor(settings.workers) as pool:
            noticed = sum(pool.map(attempt, chosen))
    print(f"{noticed} of {len(chosen)} changes were noticed (seed {settings.seed})")


def make_copy(folder: Path) -> Path:
    """A copy of everything in the repository, so that tests pass as they do there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607  # wherever git is
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place)
    return folder


if __name__ == "__main__":
    main()
