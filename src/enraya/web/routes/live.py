"""What the routes of all long runs share: their state, and following it live."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Literal

from fastapi import Path, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from enraya.web.laboratory import Laboratory
from enraya.web.problems import documented
from enraya.web.runs import Run

TICK_SECONDS = 1.0
Number = Annotated[int, Path(ge=1, le=2**53)]
STREAM = documented("text/event-stream", 404)


class RunState(BaseModel):
    """How a long run stands."""

    id: int
    state: Literal["waiting", "running", "stopped", "finished", "failed"]
    message: str = Field(description="What went wrong, when it failed.")
    created: float = Field(description="Seconds since 1970.")

    @staticmethod
    def of(run: Run) -> "RunState":
        """The state of a run."""
        return RunState(id=run.id, state=run.state.value, message=run.message, created=run.created)


def follow(
    request: Request, laboratory: Laboratory, state: Callable[[], Awaitable[str]]
) -> StreamingResponse:
    """A stream of states as server-sent events, one whenever it has changed."""

    async def stream() -> AsyncIterator[str]:
        before = ""
        while not await request.is_disconnected() and not laboratory.closing.is_set():
            now = await state()
            yield f"data: {now}\n\n" if now != before else ": nothing new\n\n"
            before = now
            await asyncio.sleep(TICK_SECONDS)

    return StreamingResponse(stream(), media_type="text/event-stream")
