"""Visitors' agents: uploaded, tried out, and then played like any other."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from enraya.isolation.faults import AgentFault
from enraya.rules import parse_rules
from enraya.stopping import Stop
from enraya.web.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf, VisitorOf
from enraya.web.problems import Refusal, problems
from enraya.web.runs.tournaments import KIND as TOURNAMENT
from enraya.web.schemas import NewName, RulesText, TextObject, Thinking
from enraya.web.settings import MAX_NAME
from enraya.web.thinking.agent_turn import try_out
from enraya.web.thinking.uploads import MAX_SOURCE, Upload
from enraya.web.visitors.visitor import Visitor

router = APIRouter(prefix="/api/agents", tags=["your agent"])
TRIAL_SECONDS = 2.0


class NewAgent(BaseModel):
    """A Python file to play with."""

    name: Annotated[
        str, StringConstraints(min_length=1, max_length=MAX_NAME, strip_whitespace=True)
    ]
    source: Annotated[str, StringConstraints(min_length=1, max_length=MAX_SOURCE)] = Field(
        description="Defines `heuristic(position)`, `choose(position, limit)` or Kaggle's "
        "`agent(observation, configuration)`."
    )
    rules: RulesText = "classic"


UploadId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z]+$")]


class KeptAgent(BaseModel):
    """An agent that is kept here."""

    id: str
    agent: str = Field(description="How to name it as a player.", examples=["upload(12ab…)"])
    name: str

    @staticmethod
    def of(upload: Upload) -> "KeptAgent":
        """An upload for its owner."""
        return KeptAgent(id=upload.id, agent=upload.agent, name=upload.name)


class Fault(BaseModel):
    """What an agent did wrong."""

    termination: str = Field(examples=["exception"])
    reason: str = Field(description="With the line of the file, where there is one.")
    sentence: TextObject | None = Field(description="The reason in any language, if it has one.")


class UploadedAgent(BaseModel):
    """An agent that is kept here, and how it did at its first move."""

    agent: str = Field(description="How to name it as a player.", examples=["upload(12ab…)"])
    name: str
    fault: Fault | None = Field(description="Null when it made a move.")
    thinking: Thinking | None


@router.post("", responses=problems(409, 503))
async def upload(
    request: Request, laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewAgent
) -> UploadedAgent:
    """Keep an agent and let it make a move on the empty board, in its own process."""
    rules = parse_rules(wanted.rules)
    uploads = laboratory.uploads
    kept = await laboratory.stored(uploads.add, wanted.name, wanted.source, visitor)

    def work(stop: Stop) -> Thinking | Fault:
        uploads.write(kept, wanted.source)
        found = try_out(laboratory.roster, kept.agent, rules, TRIAL_SECONDS, stop)
        if isinstance(found, AgentFault):
            return Fault(
                termination=found.termination.value,
                reason=found.reason,
                sentence=TextObject.of(found.reason),
            )
        return Thinking.of(found)

    try:
        laboratory.compilation.check()
        found = await laboratory.visiting.ask(request, visitor, work)
    except Refusal:  # before its file was written, or after
        await laboratory.stored(uploads.forget_unwritten, kept.id, visitor)
        raise
    return UploadedAgent(
        agent=kept.agent,
        name=kept.name,
        fault=found if isinstance(found, Fault) else None,
        thinking=found if isinstance(found, Thinking) else None,
    )


@router.get("", responses=problems())
async def mine(laboratory: LaboratoryOf, visitor: VisitorOf) -> list[KeptAgent]:
    """The agents that this browser has uploaded, the latest first."""
    found = await laboratory.stored(laboratory.uploads.all_of, visitor)
    return [KeptAgent.of(upload) for upload in found]


@router.patch("/{upload_id}", responses=problems(404))
async def rename(
    laboratory: LaboratoryOf, visitor: VisitorOf, upload_id: UploadId, wanted: NewName
) -> KeptAgent:
    """Give an agent of one's own another name."""
    found = await laboratory.stored(laboratory.uploads.rename, upload_id, wanted.name, visitor)
    return KeptAgent.of(found)


@router.delete("/{upload_id}", status_code=HTTPStatus.NO_CONTENT, responses=problems(404, 409))
async def remove(laboratory: LaboratoryOf, visitor: VisitorOf, upload_id: UploadId) -> Response:
    """Delete an agent of one's own that no run still needs; whoever else uploaded it keeps it."""
    await laboratory.stored(_remove, laboratory, upload_id, visitor)
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _remove(laboratory: Laboratory, upload_id: str, visitor: Visitor) -> None:
    needed = [
        run
        for run in laboratory.runs.unfinished(TOURNAMENT)
        if visitor.may_change(run.owner) and f"upload({upload_id})" in run.settings["agents"]
    ]
    if needed:
        raise Refusal(HTTPStatus.CONFLICT, "still_running", "stop the run first")
    laboratory.uploads.remove(upload_id, visitor)
