"""Which thread answers for an agent, and what has to be compiled before."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enraya import Position
from enraya.agents.text.spec import parse_spec
from enraya.warmup import STEPS
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes.games import reply
from enraya.web.laboratory.stores.games import KeptGame
from enraya.web.laboratory.thinking.compilation import MOVING, Compilation, Compiling
from enraya.web.server.problems import TooBusy
from enraya.web.server.visitor import OPERATOR

REQUEST: Any = None


class Full:
    """A queue without room, which says its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def ask(self, *_: object) -> Any:
        """Refuses every question."""
        raise TooBusy(self._name)


async def stored(function: Callable[..., Any], *arguments: object) -> Any:
    return function(*arguments)


def laboratory(agent: str, **parts: object) -> Laboratory:
    """A laboratory with one game, in which it is the turn of an agent."""
    game = KeptGame("id", 0, Position.start(), "", "", (agent, "human"), 1.0, 1, {})
    found = {
        "games": SimpleNamespace(get=lambda *_: game),
        "stored": stored,
        "compilation": Compilation(),
        "allowed": SimpleNamespace(check=lambda text: parse_spec(text).call),
        "waiting_agents": None,
        "quick_agents": None,
        **{name: Full(name) for name in ("quick", "slow", "visiting")},
    }
    return cast(Laboratory, SimpleNamespace(**found | parts))


@pytest.mark.parametrize(
    ("agent", "queue"),
    [("random", "quick"), ("level(9)", "slow"), ("upload(x)", "visiting"), ("perfect", "slow")],
)
def test_agents_that_take_long_delay_no_others(agent: str, queue: str) -> None:
    with pytest.raises(TooBusy, match=queue):
        asyncio.run(reply(REQUEST, laboratory(agent), OPERATOR, "id"))


@pytest.mark.parametrize(
    ("agent", "step", "refusal"),
    [
        ("level(9)", None, Compiling),
        ("level(9)", MOVING, TooBusy),
        ("learned(ntuple)", MOVING, Compiling),
        ("upload(x)", MOVING, Compiling),
    ],
)
def test_an_agent_moves_once_its_kernels_are_compiled(
    agent: str, step: str | None, refusal: type[Exception]
) -> None:
    compilation = Compilation(is_needed=True)
    compilation.done = [None, *STEPS].index(step)
    with pytest.raises(refusal):
        asyncio.run(reply(REQUEST, laboratory(agent, compilation=compilation), OPERATOR, "id"))
