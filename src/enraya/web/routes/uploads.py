"""Visitors' agents: uploaded, tried out, and then played like any other."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, StringConstraints

from enraya.isolation.faults import AgentFault
from enraya.rules import parse_rules
from enraya.stopping import Stop
from enraya.web.laboratory import KnownVisitorOf, LaboratoryOf
from enraya.web.problems import problems
from enraya.web.schemas import RulesText, TextObject, Thinking
from enraya.web.thinking.agent_turn import try_out
from enraya.web.thinking.uploads import MAX_SOURCE

router = APIRouter(prefix="/api/agents", tags=["your agent"])
TRIAL_SECONDS = 2.0


class NewAgent(BaseModel):
    """A Python file to play with."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
    source: Annotated[str, StringConstraints(min_length=1, max_length=MAX_SOURCE)] = Field(
        description="Defines `heuristic(position)`, `choose(position, limit)` or Kaggle's "
        "`agent(observation, configuration)`."
    )
    rules: RulesText = "classic"


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
    kept = await laboratory.stored(laboratory.uploads.add, wanted.name, wanted.source)

    def work(stop: Stop) -> Thinking | Fault:
        found = try_out(laboratory.roster, kept.agent, rules, TRIAL_SECONDS, stop)
        if isinstance(found, AgentFault):
            return Fault(
                termination=found.termination.value,
                reason=found.reason,
                sentence=TextObject.of(found.reason),
            )
        return Thinking.of(found)

    found = await laboratory.visiting.ask(request, visitor.key, work)
    return UploadedAgent(
        agent=kept.agent,
        name=kept.name,
        fault=found if isinstance(found, Fault) else None,
        thinking=found if isinstance(found, Thinking) else None,
    )
