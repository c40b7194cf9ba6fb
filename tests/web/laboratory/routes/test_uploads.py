"""What the author of an agent is told, and which agents stay."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes.uploads import FaultReport, remove
from enraya.web.server.problems import Refusal
from enraya.web.server.visitor import OPERATOR


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("ZeroDivisionError (your file, line 7)", 7),
        ("one (your file, line 3), two (your file, line 5), three (your file, line 12)", 12),
        ("did not answer in time", None),
    ],
)
def test_a_fault_is_where_its_last_line_says(reason: str, line: int | None) -> None:
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
