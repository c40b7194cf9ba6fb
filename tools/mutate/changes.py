"""Small changes of the code, such as another comparison, sign or boolean operator."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = Path("src/enraya")
LEFT_OUT = ("kernels", "bench", "isolation")
"""Rooms that are not changed. Kernels are tested against twins and in separate runs; no test
asserts benchmark results; and a changed sandbox could let its tests' hostile agents escape."""
OPERATORS: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*",
    ast.Div: "*", ast.Mod: "+",
}  # fmt: skip


class Change(NamedTuple):
    """A change of a module: one piece of text is replaced by another."""

    module: Path
    start: int
    """The offset of the old text, in bytes."""
    old: str
    new: str
    first: int
    """The first line of the expression that is computed differently."""
    last: int
    at_import: bool
    """Whether the changed code runs when the module is imported, not when a function is called."""

    def __str__(self) -> str:
        return f"{self.module}:{self.first}: {self.old.strip()!r} became {self.new.strip()!r}"

    def made_in(self, content: bytes) -> bytes:
        """The content of the module with the change."""
        old = self.old.encode()
        end = self.start + len(old)
        assert content[self.start : end] == old
        return content[: self.start] + self.new.encode() + content[end:]


def changes(module: Path, content: bytes) -> Iterator[Change]:
    """All changes that could be made in a module."""
    begins = [0]
    for line in content.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    tree = ast.parse(content)
    inside = set(_lines_of_functions(tree))

    def start(node: ast.expr) -> int:
        return begins[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        return begins[_last_line(node) - 1] + (node.end_col_offset or 0)

    def change(begin: int, old: str, new: str, first: ast.expr, last: ast.expr) -> Change:
        line = first.lineno
        return Change(module, begin, old, new, line, _last_line(last), line not in inside)

    def between(left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[Change]:
        """Changes of the operator between two operands; none if brackets or comments intervene."""
        text = content[end(left) : start(right)].decode()
        new = OPERATORS.get(type(operator))
        if new and not any(mark in text for mark in "()#\n"):
            yield change(end(left), text, f" {new} ", left, right)

    for node in ast.walk(tree):
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
            sign = "not " if isinstance(node.op, ast.Not) else "-"
            yield change(start(node), sign, "", node, node)


def _last_line(node: ast.expr) -> int:
    assert node.end_lineno is not None
    return node.end_lineno


def _lines_of_functions(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from range(node.body[0].lineno, (node.end_lineno or 0) + 1)


def _is_text(node: ast.BinOp) -> bool:
    """Whether an operation works on texts or joins types, where other checks find mistakes."""
    operands = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) or any(
        isinstance(part, ast.JoinedStr)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in operands
    )


def sample(count: int, seed: int) -> list[Change]:
    """Random changes; every module is equally likely to be drawn."""
    rng = random.Random(seed)  # noqa: S311  # not for secrets
    modules = sorted(
        path.relative_to(ROOT)
        for path in (ROOT / PACKAGE).rglob("*.py")
        if path.relative_to(ROOT / PACKAGE).parts[0] not in LEFT_OUT
    )
    found = dict[Change, None]()
    while len(found) < count:
        module = rng.choice(modules)
        possible = list(changes(module, (ROOT / module).read_bytes()))
        if possible:
            found[rng.choice(possible)] = None
    return list(found)
