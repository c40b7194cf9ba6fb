"""What the author of an agent is told, and which agents stay."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes.uploads import FaultReport, remove
from enraya.web.server.problems import Refusal
from enraya.web.server.visitor import OPERATOR

IN_LINE = Sentence("fault.at_line", reason="ZeroDivisionError", line=7)


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (IN_LINE, 7),
        (Sentence("fault.printed", reason=IN_LINE, output="(your file, line 3)"), 7),
        ("its own words (your file, line 3)", None),
    ],
)
def test_a_fault_says_in_which_line_it_is(reason: str, line: int | None) -> None:
    assert FaultReport.of(AgentFault(Termination.EXCEPTION, reason)).line == line


async def stored(function: Callable[..., Any], *arguments: object) -> Any:
    return function(*arguments)


def test_an_agent_that_a_run_needs_stays() -> None:
    removed = list[str]()
    uploads = SimpleNamespace(remove=lambda upload_id, _: removed.append(upload_id))
    laboratory = cast(
        Laboratory, SimpleNamespace(stored=stored, uploads=uploads, uploads_in_use=lambda: {"a"})
    )
    with pytest.raises(Refusal, match="stop the run first"):
        asyncio.run(remove(laboratory, OPERATOR, "a"))
    asyncio.run(remove(laboratory, OPERATOR, "b"))
    assert removed == ["b"]
