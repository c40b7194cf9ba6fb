"""The sandbox's trial: an agent for each attempt, and targets that notice what reaches them."""

import ast
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from enraya.agents.isolated.agent import IsolatedAgent
from enraya.agents.isolated.process import ProcessAgent
from enraya.agents.isolated.program import ProgramAgent
from enraya.agents.text.spec import parse_spec
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.limit import Limit

ATTEMPTS = Path(__file__).with_name("attempts.py")
_REFUSED = 1
_PLAYS = "choose"
_SECONDS = 10.0
_CONTENTS = "a secret"
PYTHON, PROGRAM = "python", "program"
"""The two kinds of agents that make attempts: a file in Python, and a program."""
_FOR_PROGRAMS = {"start_a_process", "become_another_program"}
"""Attempts that the sandbox allows programs, so the trial does not make them with a program."""
_AS_PROGRAM = "\nimport sys\nfor _ in sys.stdin: print(choose(None, None), flush=True)\n"


class Attempt(NamedTuple):
    """What an agent tried, and whether the sandbox prevented it."""

    name: str
    what: str
    held: bool
    by: str = PYTHON


def names_of(source: str) -> dict[str, str]:
    """The attempts in a source by name, each with the first line of its docstring."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return {
        function.name: (ast.get_docstring(function) or "").split("\n")[0]
        for function in functions
        if function.name != _PLAYS and not function.name.startswith("_")
    }


def planned(source: Path = ATTEMPTS) -> list[tuple[str, str, str]]:
    """Every attempt that the trial makes: its name, its description and the kind of agent."""
    names = names_of(source.read_text()).items()
    return [(name, what, PYTHON) for name, what in names] + [
        (name, what, PROGRAM) for name, what in names if name not in _FOR_PROGRAMS
    ]


def try_attempts(
    source: Path = ATTEMPTS, on_attempt: Callable[[], None] | None = None
) -> list[Attempt]:
    """Makes every planned attempt of a source, each with a new agent in its own process."""
    text = source.read_text()
    tried = []
    with _targets() as targets:
        for name, what, by in planned(source):
            reached = targets.reached()
            code = f"{text}\nTARGETS = {targets.values!r}\nATTEMPT = {name!r}\n"
            held = _is_held(code, by) and targets.reached() == reached
            tried.append(Attempt(name, what, held, by))
            if on_attempt:
                on_attempt()
    return tried


def _is_held(code: str, by: str) -> bool:
    """Whether the sandbox prevents what an agent with this code tries."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "attempt.py")
        file.write_text(code if by == PYTHON else code + _AS_PROGRAM)
        if by == PYTHON:
            made: ProcessAgent = IsolatedAgent(parse_spec(f"file:{file}"), alone=True)
        else:
            made = ProgramAgent([sys.executable, str(file)], readable=[str(file)])
        with made as agent:
            try:
                return agent.choose(Position.start(), Limit(seconds=_SECONDS)).move == _REFUSED
            except EnrayaError:
                return True  # the agent was ended because of it


class _Targets(NamedTuple):
    """What attempts aim at."""

    values: dict[str, Any]
    reached: Callable[[], int]
    """Counts how often attempts have reached a target so far."""


@contextmanager
def _targets() -> Iterator[_Targets]:
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(TemporaryDirectory()))
        secret, pipe = folder / "secret", folder / "pipe"
        secret.write_text(_CONTENTS)
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        cleanup.callback(os.close, reader)
        abstract = f"enraya-{secrets.token_hex(8)}"
        listeners = [
            cleanup.enter_context(_listener(family, address))
            for family, address in (
                (socket.AF_INET, ("127.0.0.1", 0)),
                (socket.AF_UNIX, str(folder / "socket")),
                (socket.AF_UNIX, f"\0{abstract}"),
            )
        ]
        values = {
            "secret": str(secret),
            "home": str(folder),
            "pipe": str(pipe),
            "port": listeners[0].getsockname()[1],
            "socket": str(folder / "socket"),
            "abstract": abstract,
            "process": os.getpid(),
            "signal": int(signal.SIGURG),  # which does nothing by default
            "command": Path("/proc/self/cmdline").read_bytes().decode(errors="replace"),
            "key": secrets.randbits(30),
        }
        heard: list[object] = []
        if threading.current_thread() is threading.main_thread():
            earlier = signal.signal(signal.SIGURG, lambda number, _: heard.append(number))
            cleanup.callback(signal.signal, signal.SIGURG, earlier)

        def reached() -> int:
            for listener in listeners:
                with suppress(BlockingIOError):
                    while True:
                        listener.accept()[0].close()
                        heard.append(listener)
            with suppress(BlockingIOError):
                heard.extend(os.read(reader, 1))
            return len(heard) + _is_changed(secret)

        yield _Targets(values, reached)


def _is_changed(secret: Path) -> bool:
    try:
        return secret.read_text() != _CONTENTS or not secret.stat().st_mode & 0o400
    except OSError:
        return True


def _listener(family: socket.AddressFamily, address: Any) -> socket.socket:
    """A listening socket; an attempt can connect to it before the trial accepts."""
    end = socket.socket(family)
    end.bind(address)
    end.listen()
    end.setblocking(False)
    return end
