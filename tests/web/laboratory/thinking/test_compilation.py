"""A laboratory that answers while its kernels are being compiled."""

import sys
import threading
from pathlib import Path

import pytest

from enraya.warmup import STEPS
from enraya.web.laboratory.thinking.compilation import MOVING, SOLVING, Compilation, Compiling
from tests.web.running import begin, laboratory_client, wait_until


def test_kernels_are_available_as_soon_as_they_are_compiled() -> None:
    compilation = Compilation(is_needed=True)
    with pytest.raises(Compiling, match=f"0 of {len(STEPS)}"):
        compilation.check(SOLVING)
    compilation.done = 1
    compilation.check(SOLVING)
    with pytest.raises(Compiling) as caught:
        compilation.check(MOVING)
    assert caught.value.status_code == 503
    assert caught.value.headers == {"Retry-After": "1"}
    compilation.done = len(STEPS)
    compilation.check()
    assert compilation.is_done


def test_no_process_is_started_when_everything_is_compiled() -> None:
    called = []
    compilation = Compilation()
    compilation.start(lambda: called.append("done"))
    assert called == ["done"]
    compilation.check()
    compilation.close()


def compiler(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    """Lets a script be the process that compiles."""
    script = folder / "compiler"
    script.write_text(f"#!/bin/sh\n{lines}\n")
    script.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(script))


with_scripts = pytest.mark.skipif(sys.platform == "win32", reason="a script stands in")


@with_scripts
@pytest.mark.parametrize("steps", [0, 1, len(STEPS), len(STEPS) + 1])
def test_the_laboratory_follows_the_compiling_process_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    compiler(tmp_path, monkeypatch, "echo done\n" * steps)
    told: list[tuple[int, str | None]] = []
    called = threading.Event()
    compilation = Compilation(is_needed=True, on_step=lambda *step: told.append(step))
    compilation.start(called.set)
    assert called.wait(60), "also when the process has failed"
    compilation.close()
    assert compilation.is_done
    assert list(dict.fromkeys(told)) == list(enumerate([*STEPS, None]))[: steps + 1]


@with_scripts
def test_closing_the_laboratory_ends_the_compiling_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, monkeypatch, "exec sleep 60")
    called = []
    compilation = Compilation(is_needed=True)
    compilation.start(lambda: called.append("done"))
    compilation.close()
    assert (called, compilation.done) == ([], 0)


def test_a_question_before_its_kernels_is_refused_with_the_progress(tmp_path: Path) -> None:
    compilation = Compilation(is_needed=True)
    with laboratory_client(tmp_path, compilation=compilation) as client:
        answer = client.get("/solve", params={"pos": "4455"})
        game = begin(client, "/api/games", first="level(9)", second="human")
        reply = client.post(f"{game}/reply")
        state = client.get("/api/compilation").json()
        assert client.get("/api/position", params={"moves": "4455"}).status_code == 200
    for refused in (answer, reply):
        assert (refused.status_code, refused.json()["code"]) == (503, "compiling")
        assert refused.headers["retry-after"] == "1"
    assert state == {"done": 0, "total": len(STEPS)}


@pytest.mark.slow
def test_another_process_compiles_step_by_step(tmp_path: Path) -> None:
    told: list[tuple[int, str | None]] = []
    compilation = Compilation(is_needed=True, on_step=lambda *step: told.append(step))
    with laboratory_client(tmp_path, compilation=compilation) as client:
        wait_until(client, "/api/compilation", lambda state: state["done"] == state["total"])
        assert client.get("/solve", params={"pos": "4455"}).status_code == 200
    assert told == list(enumerate([*STEPS, None]))
