"""Routes for visitors' agents: uploaded, tried out, and then played like any other."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from enraya.isolation.faults import AgentFault
from enraya.rules import parse_rules
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.schemas import NewName, Thinking
from enraya.web.laboratory.stores.uploads import MAX_SOURCE, Upload
from enraya.web.laboratory.thinking.agent_turns import Trial, try_out
from enraya.web.server.application import in_store
from enraya.web.server.problems import Conflict, Refusal, problems
from enraya.web.server.schemas import RulesText, TextObject
from enraya.web.server.settings import MAX_NAME
from enraya.web.server.visitor import Visitor

router = APIRouter(prefix="/api/agents", tags=["your agent"])
TRIAL_SECONDS = 2.0


class NewAgent(BaseModel):
    """An agent to upload: a Python file."""

    name: Annotated[
        str, StringConstraints(min_length=1, max_length=MAX_NAME, strip_whitespace=True)
    ]
    source: Annotated[str, StringConstraints(min_length=1, max_length=MAX_SOURCE)] = Field(
        description="Python code that defines `heuristic(position)`, `choose(position, "
        "limit)` or Kaggle's `agent(observation, configuration)`."
    )
    author: Annotated[str, StringConstraints(max_length=MAX_NAME, strip_whitespace=True)] = Field(
        default="", description="Who wrote the agent."
    )
    rules: RulesText = "classic"


UploadId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[0-9a-z]+$")]


class KeptAgent(BaseModel, from_attributes=True):
    """A stored agent."""

    id: str
    agent: str = Field(
        description="The text that chooses it as a player.", examples=["upload(12ab…)"]
    )
    name: str
    author: str
    language: Literal["Python"]
    version: int = Field(description="Number among the owner's agents of this name, from 1.")
    added: float = Field(description="When it was uploaded, in seconds since 1970.")


class AgentSource(BaseModel):
    """The file of an agent."""

    name: str
    source: str


class FaultReport(BaseModel):
    """What an agent did wrong."""

    termination: str = Field(examples=["exception"])
    reason: str = Field(description="What went wrong, with the line of the file if there is one.")
    sentence: TextObject | None = Field(description="The reason in any language, if it has one.")
    line: int | None = Field(description="The line of the file, if it is known.")

    @staticmethod
    def of(fault: AgentFault) -> "FaultReport":
        """A fault as the author of the agent sees it."""
        return FaultReport(
            termination=fault.termination.value,
            reason=fault.reason,
            sentence=TextObject.of(fault.reason),
            line=_line_of(fault.reason),
        )


def _line_of(reason: str) -> int | None:
    """The line of the file that a reason names, itself or in a sentence inside it; else None."""
    if not isinstance(reason, Sentence):
        return None
    line, inside = reason.values.get("line"), reason.values.get("reason")
    if reason.key == "fault.at_line" and isinstance(line, int):
        return line
    return _line_of(inside) if isinstance(inside, str) else None


class UploadedAgent(BaseModel):
    """A stored agent, and how its first move went."""

    id: str
    agent: str = Field(
        description="The text that chooses it as a player.", examples=["upload(12ab…)"]
    )
    name: str
    version: int = Field(description="Number among the owner's agents of this name, from 1.")
    fault: FaultReport | None = Field(description="Null if it made a move.")
    thinking: Thinking | None
    printed: str = Field(description="The end of what it printed.")


@router.post("", responses=problems(409, 503))
async def upload(
    request: Request, laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewAgent
) -> UploadedAgent:
    """Store an agent and let it make a move on the empty board, in its own process."""
    rules = parse_rules(wanted.rules)
    uploads = laboratory.uploads
    kept = await _add(laboratory, wanted, visitor)

    def work(stop: Stop) -> Trial:
        uploads.write(kept, wanted.source)
        return try_out(laboratory.allowed, kept.agent, rules, TRIAL_SECONDS, stop)

    try:
        laboratory.compilation.check()
        found, printed = await laboratory.visiting.ask(request, visitor, work)
    except Refusal:  # perhaps before the file was written
        await laboratory.stored(uploads.forget_unwritten, kept.id, visitor)
        raise
    return UploadedAgent(
        id=kept.id,
        agent=kept.agent,
        name=kept.name,
        version=kept.version,
        fault=FaultReport.of(found) if isinstance(found, AgentFault) else None,
        thinking=None if isinstance(found, AgentFault) else Thinking.of(found),
        printed=printed,
    )


@in_store
def _add(laboratory: Laboratory, wanted: NewAgent, visitor: Visitor) -> Upload:
    return laboratory.uploads.add(
        wanted.name, wanted.source, visitor, wanted.author, laboratory.uploads_in_use()
    )


@router.get("", responses=problems())
@in_store
def mine(laboratory: LaboratoryOf, visitor: VisitorOf) -> list[KeptAgent]:
    """The agents that this browser has uploaded, the latest first."""
    return [KeptAgent.model_validate(one) for one in laboratory.uploads.all_of(visitor)]


@router.get("/{upload_id}/source", responses=problems(404))
@in_store
def source(laboratory: LaboratoryOf, visitor: VisitorOf, upload_id: UploadId) -> AgentSource:
    """The file of one of your agents."""
    name, text = laboratory.uploads.source(upload_id, visitor)
    return AgentSource(name=name, source=text)


@router.patch("/{upload_id}", responses=problems(404))
@in_store
def rename(
    laboratory: LaboratoryOf, visitor: VisitorOf, upload_id: UploadId, wanted: NewName
) -> KeptAgent:
    """Rename one of your agents, with all its versions."""
    return KeptAgent.model_validate(laboratory.uploads.rename(upload_id, wanted.name, visitor))


@router.delete("/{upload_id}", status_code=HTTPStatus.NO_CONTENT, responses=problems(404, 409))
@in_store
def remove(laboratory: LaboratoryOf, visitor: VisitorOf, upload_id: UploadId) -> Response:
    """Delete a version of one of your agents that no run still needs."""
    if upload_id in laboratory.uploads_in_use():
        raise Conflict("still_running", "stop the run first")
    laboratory.uploads.remove(upload_id, visitor)
    return Response(status_code=HTTPStatus.NO_CONTENT)
