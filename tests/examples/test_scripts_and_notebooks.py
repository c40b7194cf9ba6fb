"""Every script and notebook runs from its first line to its last, as its reader would run it."""

import ast
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run_notebook(path: Path) -> list[Any]:
    """What the cells show: the value of the expression that a cell ends with, or None."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return [run_cell(source, names) for source in sources]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    tree = ast.parse(source)
    *statements, last = tree.body
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102  # our own notebooks
        return None
    exec(compile(ast.Module(statements, []), "<cell>", "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_runs(script: Path) -> None:
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.strip()


def test_there_are_scripts_and_three_notebooks_without_outputs() -> None:
    assert SCRIPTS
    assert len(NOTEBOOKS) == 3
    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        assert all(not cell.get("outputs") for cell in cells)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shown = [value for value in run_notebook(notebook) if hasattr(value, "_repr_html_")]
    assert shown
    for value in shown:
        assert "<table" in value._repr_html_()
