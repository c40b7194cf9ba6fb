"""What the routes of all long runs share: look, stop, resume, and follow live."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from enraya.web.laboratory import Laboratory, LaboratoryOf
from enraya.web.problems import documented, problems
from enraya.web.redaction import without_paths
from enraya.web.runs.runs import Run

TICK_SECONDS = 1.0
Number = Annotated[int, Path(ge=1, le=2**53)]


class RunState(BaseModel):
    """A long run as it stands."""

    id: int
    state: Literal["waiting", "running", "stopped", "finished", "failed"]
    message: str = Field(description="What went wrong, when it failed.")
    created: float = Field(description="Seconds since 1970.")

    @staticmethod
    def of(run: Run) -> "RunState":
        """The state of a run."""
        message = without_paths(run.message)
        return RunState(id=run.id, state=run.state.value, message=message, created=run.created)


@dataclass(frozen=True, slots=True)
class RunRoutes:
    """The routes that runs of every kind have."""

    kind: str
    model: type[RunState]
    state_of: Callable[[Laboratory, Run, bool], RunState]
    """The state of a run; the last argument says whether to include all it has found."""

    def add_to(self, router: APIRouter) -> None:
        """Adds the routes to those of the kind."""
        model, one = self.model, "/{number}"
        many: Any = list[model]  # type: ignore[valid-type]  # a value here
        router.get("", response_model=many, responses=problems())(self.all)
        router.get(one, response_model=model, responses=problems(404))(self.look)
        router.post(f"{one}/stop", response_model=model, responses=problems(404))(self.stop)
        router.post(f"{one}/resume", response_model=model, responses=problems(404, 409))(
            self.resume
        )
        stream = documented("text/event-stream", 404)
        router.get(f"{one}/events", response_class=StreamingResponse, responses=stream)(self.events)

    async def all(self, laboratory: LaboratoryOf) -> list[RunState]:
        """All runs, the latest first, without what they have found."""
        runs = await laboratory.stored(laboratory.runs.all, self.kind)
        return await asyncio.to_thread(self._states, laboratory, runs)

    def _states(self, laboratory: Laboratory, runs: list[Run]) -> list[RunState]:
        return [self.state_of(laboratory, run, False) for run in runs]

    async def look(self, laboratory: LaboratoryOf, number: Number) -> RunState:
        """One run with all that it has found."""
        run = await laboratory.stored(laboratory.runs.get, self.kind, number)
        return await self._state(laboratory, run)

    async def stop(self, laboratory: LaboratoryOf, number: Number) -> RunState:
        """Stop it; what it has found is kept."""
        run = await laboratory.stored(laboratory.runs.stop, self.kind, number)
        return await self._state(laboratory, run)

    async def resume(self, laboratory: LaboratoryOf, number: Number) -> RunState:
        """Resume it where it stopped."""
        run = await laboratory.stored(laboratory.runs.resume, self.kind, number)
        return await self._state(laboratory, run)

    async def events(
        self, request: Request, laboratory: LaboratoryOf, number: Number
    ) -> StreamingResponse:
        """Its state, whenever it has changed, as server-sent events."""
        await laboratory.stored(laboratory.runs.get, self.kind, number)
        stream = self._changes(request, laboratory, number)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def _state(self, laboratory: Laboratory, run: Run) -> RunState:
        return await asyncio.to_thread(self.state_of, laboratory, run, True)

    async def _changes(
        self, request: Request, laboratory: Laboratory, number: int
    ) -> AsyncIterator[str]:
        before, seen = "", None
        while not await request.is_disconnected() and not laboratory.closing.is_set():
            run = await laboratory.stored(laboratory.runs.find, self.kind, number)
            if run is None:  # removed
                return
            now, is_at_work = before, laboratory.runs.is_at_work(number)
            if is_at_work or (run, is_at_work) != seen:
                now = (await self._state(laboratory, run)).model_dump_json()
            yield f"data: {now}\n\n" if now != before else ": nothing new\n\n"
            before, seen = now, (run, is_at_work)
            await asyncio.sleep(TICK_SECONDS)
