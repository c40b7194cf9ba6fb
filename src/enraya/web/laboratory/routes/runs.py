"""Routes that all long runs share: look, stop, resume, rename, delete, and follow live."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Literal, Self

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from enraya.web.laboratory.laboratory import Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.schemas import NewName
from enraya.web.laboratory.runs.runs import Run
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import documented, problems, without_paths
from enraya.web.server.visitor import Visitor

TICK_SECONDS = 1.0
Number = Annotated[int, Path(ge=1, le=2**53)]


class RunState(BaseModel):
    """The state of a long run."""

    id: int
    number: int = Field(
        description="Number among the runs of its kind, from 1; deleted runs count."
    )
    state: Literal["waiting", "running", "stopped", "finished", "failed"]
    message: str = Field(description="What went wrong, if it failed.")
    created: float = Field(description="When it was created, in seconds since 1970.")
    name: str = Field(description="The name that its owner gave it.")
    mine: bool = Field(description="Whether this browser may change it.")

    @staticmethod
    def of(run: Run) -> "RunState":
        """The state of a run."""
        return RunState(
            id=run.id,
            number=run.number,
            state=run.state.value,
            message=without_paths(run.message),
            created=run.created,
            name=run.name,
            mine=False,
        )

    def seen_by(self, visitor: Visitor, run: Run) -> Self:
        """The state for a visitor, which says whether they may change the run."""
        return self.model_copy(update={"mine": visitor.may_change(run.owner)})


@dataclass(frozen=True, slots=True)
class RunRoutes:
    """The routes that runs of every kind have."""

    kind: str
    model: type[RunState]
    state_of: Callable[[Laboratory, Run, bool], RunState]
    """The state of a run; the last argument says whether to include all its results."""

    def add_to(self, router: APIRouter) -> None:
        """Adds these routes to the router of one kind of run."""
        model, one = self.model, "/{number}"
        many: Any = list[model]  # type: ignore[valid-type]  # a value here
        router.get("", response_model=many, responses=problems(409, 503))(self.all)
        router.get(one, response_model=model, responses=problems(404))(self.look)
        router.patch(one, response_model=model, responses=problems(404))(self.rename)
        router.delete(one, status_code=HTTPStatus.NO_CONTENT, responses=problems(404, 409))(
            self.remove
        )
        router.post(f"{one}/stop", response_model=model, responses=problems(404))(self.stop)
        router.post(f"{one}/resume", response_model=model, responses=problems(404, 409))(
            self.resume
        )
        stream = documented("text/event-stream", 404, 409)
        router.get(f"{one}/events", response_class=StreamingResponse, responses=stream)(self.events)

    async def all(
        self, request: Request, laboratory: LaboratoryOf, visitor: VisitorOf
    ) -> list[RunState]:
        """All runs, the latest first, without their results."""
        runs = await laboratory.stored(laboratory.runs.all, self.kind)
        return await laboratory.reading.ask(
            request,
            visitor,
            lambda _: [self.state_of(laboratory, run, False).seen_by(visitor, run) for run in runs],
        )

    async def look(self, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number) -> RunState:
        """One run with all its results."""
        run = await laboratory.stored(laboratory.runs.get, self.kind, number)
        return await self._state(laboratory, run, visitor)

    async def stop(self, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number) -> RunState:
        """Stop one of your runs; its results are kept."""
        run = await laboratory.stored(laboratory.runs.stop, self.kind, number, visitor)
        return await self._state(laboratory, run, visitor)

    async def resume(
        self, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number
    ) -> RunState:
        """Resume one of your runs where it stopped."""
        run = await laboratory.stored(laboratory.runs.resume, self.kind, number, visitor)
        return await self._state(laboratory, run, visitor)

    async def rename(
        self, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number, wanted: NewName
    ) -> RunState:
        """Name one of your runs."""
        run = await laboratory.stored(
            laboratory.runs.rename, self.kind, number, wanted.name, visitor
        )
        return await self._state(laboratory, run, visitor)

    async def remove(
        self, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number
    ) -> Response:
        """Delete one of your runs that has ended, with all its results."""
        await laboratory.forget_run(self.kind, number, visitor)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def events(
        self, request: Request, laboratory: LaboratoryOf, visitor: VisitorOf, number: Number
    ) -> StreamingResponse:
        """The state of a run after every change, as server-sent events."""
        await laboratory.stored(laboratory.runs.get, self.kind, number)
        stream = self._changes(request, laboratory, visitor, number)
        return LimitedStream(stream, laboratory.streams, visitor)

    async def _state(self, laboratory: Laboratory, run: Run, visitor: Visitor) -> RunState:
        """The state of a run, computed at most once per tick for all who ask."""
        found = await laboratory.snapshots.get(run, lambda: self.state_of(laboratory, run, True))
        return found.seen_by(visitor, run)

    async def _changes(
        self, request: Request, laboratory: Laboratory, visitor: Visitor, number: int
    ) -> AsyncIterator[str]:
        before, seen = "", None
        while not await request.is_disconnected() and not laboratory.closing.is_set():
            run = await laboratory.stored(laboratory.runs.find, self.kind, number)
            if run is None:  # removed
                return
            now, is_at_work = before, laboratory.runs.is_at_work(number)
            if is_at_work or (run, is_at_work) != seen:
                now = (await self._state(laboratory, run, visitor)).model_dump_json()
            yield f"data: {now}\n\n" if now != before else ": nothing new\n\n"
            before, seen = now, (run, is_at_work)
            await asyncio.sleep(TICK_SECONDS)
