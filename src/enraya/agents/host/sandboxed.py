"""The process of an agent in the sandbox: takes on its limits, then answers one move at a time.

Numba compiles what is new there, and keeps none of it: the cache of compiled kernels is read-only,
so that no game can leave anything in it for the next. Numba would refuse such a cache; it is told
that all is well, and to save nothing.
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
"""What users' agents build on; loaded ahead of time, so that no game waits for it."""


def prepare() -> None:
    """Loads what agents need, once, before the first is forked."""
    cpu_target.target_context.refresh()  # what Numba needs to compile kernels of agents' own
    for spec in _WARM:
        prepare_agent(parse_agent(spec, 0), Position.start().rules)


def run_agent(request: dict[str, Any], questions: int, answers: int) -> NoReturn:
    """Answers until the questions end; the caller has set up the standard streams."""
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
    """Lets this process read compiled kernels, for good, and never write them."""
    for kind, method in (
        (caching.IndexDataCacheFile, "save"),
        (caching._CacheLocator, "ensure_cache_path"),  # noqa: SLF001  # there is no other way
    ):
        setattr(kind, method, lambda *_: None)
