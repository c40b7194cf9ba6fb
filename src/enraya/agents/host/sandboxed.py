"""Runs an agent inside its sandboxed process: takes on its limits, then answers move by move.

Kernels that Numba compiles there are not kept: the kernel cache is read-only, so that no game can
leave anything in it for the next. Numba would refuse a cache that it cannot write, so its check is
switched off, and so is saving.
"""

import os
import tempfile
from contextlib import suppress
from typing import Any, NoReturn

from numba.core import caching
from numba.core.registry import cpu_target

from enraya.agents import parse_agent
from enraya.agents.host.answering import answer_all
from enraya.agents.players.agent import prepare as prepare_agent
from enraya.game.position import Position
from enraya.isolation.sandbox.linux import show_as
from enraya.isolation.sandbox.protection import open_reserve, restrict
from enraya.isolation.sandbox.root import SCRATCH

_WARM = ("alphabeta", "search", "mcts(reuse=true)")
"""Agents whose kernels users' agents build on; loaded early, so that no game waits for them."""


def prepare() -> None:
    """Loads what agents need; called once, before the first agent is forked."""
    cpu_target.target_context.refresh()  # so that Numba can compile the agents' own kernels
    for spec in _WARM:
        prepare_agent(parse_agent(spec, 0), Position.start().rules)


def run_agent(request: dict[str, Any], questions: int, answers: int) -> NoReturn:
    """Runs an agent until its questions end; the caller has set up the standard streams."""
    show_as("enraya-agent")
    with suppress(OSError):  # when the game is gone
        _leave_the_cache_alone()
        with suppress(OSError):  # the folder may not exist in the agent's own root
            os.chdir(request["folder"])
        if request["own_root"]:
            os.environ |= {"TMPDIR": SCRATCH, "HOME": SCRATCH}
            tempfile.tempdir = SCRATCH
        restrict(request)
        with os.fdopen(questions) as lines:
            answer_all(request, lines, answers, open_reserve)
    os._exit(0)


def _leave_the_cache_alone() -> None:
    """Makes Numba read the kernel cache in this process without ever writing to it."""
    for kind, method in (
        (caching.IndexDataCacheFile, "save"),
        (caching._CacheLocator, "ensure_cache_path"),  # noqa: SLF001  # there is no other way
    ):
        setattr(kind, method, lambda *_: None)
