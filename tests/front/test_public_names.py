"""The public names: one list, quick to import, each with an example."""

import ast
import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import enraya

SOURCE = Path(enraya.__file__)
NAMES = {
    "Agent", "Cell", "Choice", "Ending", "EnrayaError", "IllegalMove", "InvalidNotation",
    "InvalidSetting", "Limit", "Outcome", "Position", "RuleSet", "UnknownName",
    "agent", "analyse", "match", "parse_rules", "play", "review", "solve", "tournament",
}  # fmt: skip
"""What programs of others may rely on; a name that goes from here breaks them."""


def test_only_the_listed_names_are_public() -> None:
    assert set(enraya.PUBLIC) == NAMES
    assert set(enraya.__all__) == NAMES
    assert {name for name in dir(enraya) if not name.startswith("__")} == NAMES


def test_type_checkers_see_the_same_names_in_the_same_places() -> None:
    shown = {
        alias.asname: node.module
        for node in ast.walk(ast.parse(SOURCE.read_text()))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert shown == enraya.PUBLIC


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_public_name_has_an_example(name: str) -> None:
    value = getattr(enraya, name)
    assert value is getattr(import_module(enraya.PUBLIC[name]), name)
    assert doctest.DocTestParser().get_examples(value.__doc__ or "")


def test_importing_enraya_imports_neither_numpy_nor_numba() -> None:
    code = "import sys, enraya; print(*{'numpy', 'numba', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_misspelt_name_gets_a_suggestion() -> None:
    code = "import enraya; enraya.analyze"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "Did you mean: 'analyse'?" in done.stderr
