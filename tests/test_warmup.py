"""After `enraya warmup` from an empty cache, nothing is compiled."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import enraya.kernels
from enraya import warmup
from enraya.kernels.core.compile import interpreted

USES = """
from enraya.agents import Limit, parse_agent
from enraya.game.position import Position
from enraya.solver import Solver, analyse
from enraya.solver.review import review

for rules in ("classic", "classic(columns=8, rows=8)", "boom", "desconecta"):
    for agent in ("random", "greedy", "level(1)", "level(5)", "level(8)", "level(9)", "mcts"):
        parse_agent(agent, 1).choose(Position.parse("1223", rules), Limit(seconds=0.2))
thinkers = ("alphabeta(depth=4, eval=qmatic)", "minimax(depth=3)", "search", "perfect")
for agent in (*thinkers, "learned(ntuple)", "learned(tables)"):
    parse_agent(agent, 1).choose(Position.parse("44333342552"), Limit(seconds=0.2))
analyse(Solver(threads=2), Position.parse("44333342552"))
review(Solver(), Position.parse("44444366222155"))
"""


def kernels() -> list[str]:
    """All kernels, as the cache names them."""
    modules = [
        import_module(info.name)
        for info in walk_packages(enraya.kernels.__path__, "enraya.kernels.")
    ]
    return [
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for module in modules
        for name, value in vars(module).items()
        if interpreted(value) is not value and value.__module__ == module.__name__
    ]


@pytest.mark.slow
def test_nothing_is_compiled_after_the_warm_up(tmp_path: Path) -> None:
    environment = {**os.environ, "ENRAYA_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c"]
    warm = [*command, "from enraya.cli import main; main()", "warmup"]
    subprocess.run(warm, env=environment, check=True)
    compiled = {path.name for path in tmp_path.rglob("*.nbc")}
    missing = [
        name for name in kernels() if not any(file.startswith(f"{name}-") for file in compiled)
    ]
    assert missing == []
    subprocess.run([*command, USES], env=environment, check=True)
    assert {path.name for path in tmp_path.rglob("*.nbc")} == compiled


def test_warm_up_is_complete_after_every_step_in_the_default_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    steps = warmup.compile_all({"one": lambda: None, "other": lambda: None}, engine="serial")
    assert next(steps) == "one"
    assert not warmup.is_complete()
    assert list(steps) == ["other"]
    assert warmup.is_complete()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    warmup._mark().touch()
    assert not warmup.is_complete()
