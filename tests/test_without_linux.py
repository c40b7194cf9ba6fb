"""Enraya in processes that lack every feature specific to Linux."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from enraya.platform import end_tree
from tests.processes import free_port
from tests.test_platform import LINUX_ONLY

WITHOUT_LINUX = Path(__file__).parent / "without_linux"
PATIENCE = 300.0


def run(*arguments: str, folder: Path, code: str = "from enraya.cli import main; main()") -> str:
    """The output of enraya without the features of Linux."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(WITHOUT_LINUX)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_the_simulated_process_has_no_linux_features(tmp_path: Path) -> None:
    code = (
        "import os, signal, importlib.util, pathlib, sys\n"
        "from enraya.platform import HAS_SANDBOX, cores, memory_mb\n"
        "assert not any(map(sys.modules.get, ('fcntl', 'resource', 'pwd', 'termios')))\n"
        "assert not any(hasattr(os, n) for n in ('fork', 'sched_getaffinity', 'pidfd_open'))\n"
        "assert not hasattr(signal, 'SIGKILL') and not pathlib.Path('/proc/self').exists()\n"
        "print(HAS_SANDBOX, cores() > 0, memory_mb())"
    )
    assert run(folder=tmp_path, code=code) == "False True None\n"


def test_everything_but_the_sandbox_imports_without_linux(tmp_path: Path) -> None:
    code = (
        "import enraya, importlib, pkgutil\n"
        "for module in pkgutil.walk_packages(enraya.__path__, 'enraya.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        try: importlib.import_module(module.name)\n"
        "        except (ImportError, AttributeError): print(module.name)\n"
    )
    failing = {name.removeprefix("enraya.") for name in run(folder=tmp_path, code=code).split()}
    assert failing <= LINUX_ONLY


def test_solving_works_without_linux(tmp_path: Path) -> None:
    assert run("solve", "4455", folder=tmp_path) == "4455 18\n"


@pytest.mark.slow
def test_a_file_plays_a_match_without_linux_after_one_warning(tmp_path: Path) -> None:
    agent = "def choose(position, limit):\n    return position.legal_moves[-1]\n"
    (tmp_path / "mine.py").write_text(agent)
    text = run(
        "match", "file:mine.py", "random", "--games", "2", "--store", "s.sqlite", folder=tmp_path
    )
    assert text.count("there is no sandbox here") == 1
    assert "2 games, 2 of them played now" in text
    assert "failed" not in text


@pytest.mark.slow
def test_a_model_is_trained_without_linux(tmp_path: Path) -> None:
    run("dataset", "--positions", "40", "--seed", "1", "--out", "d.parquet", folder=tmp_path)
    text = run("train", "poly", "--data", "d.parquet", "--out", "m.npz", folder=tmp_path)
    assert "rows it has not seen" in text
    assert sorted(file.name for file in tmp_path.iterdir()) == ["d.parquet", "m.npz"]


@pytest.mark.slow
def test_the_laboratory_answers_without_linux(tmp_path: Path) -> None:
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "enraya", "serve", "--port", str(port), "--store", "laboratory"],
        env={**os.environ, "PYTHONPATH": str(WITHOUT_LINUX)},
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        answer = b""
        deadline = time.monotonic() + PATIENCE
        while not answer and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
            with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/api/information") as response:
                answer = response.read()
        assert b"version" in answer
    finally:
        end_tree(server)


def test_uploads_are_refused_without_linux(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="uploads need the sandbox, which only Linux has"):
        run("serve", "--allow-uploads", "--unsafe", folder=tmp_path)
