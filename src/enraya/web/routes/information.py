"""What there is: rule sets, agents, levels, and the bounds of this laboratory."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya import __version__
from enraya.agents.level import LEVELS
from enraya.agents.registry import AGENTS
from enraya.heuristics import HEURISTICS
from enraya.rules import RULE_SETS
from enraya.web.engine.roster import AGENT_NAMES
from enraya.web.laboratory import LaboratoryOf
from enraya.web.problems import problems
from enraya.web.settings import MAX_BODY_BYTES, MAX_SECONDS

router = APIRouter(prefix="/api", tags=["information"])


class RuleSetInfo(BaseModel):
    """A rule set."""

    name: str
    summary: str
    parameters: dict[str, int] = Field(description="Names and defaults.")


class ParameterInfo(BaseModel):
    """A parameter of an agent."""

    name: str
    default: str
    help: str


class AgentInfo(BaseModel):
    """An agent that clients may name."""

    name: str
    summary: str
    rules: str = Field(description="The rule sets it plays, in words.")
    parameters: list[ParameterInfo]


class Information(BaseModel):
    """This laboratory."""

    version: str
    rules: list[RuleSetInfo]
    agents: list[AgentInfo]
    heuristics: list[str]
    levels: dict[int, str]
    max_seconds: float
    max_body_bytes: int
    uploads: bool = Field(description="Whether one may upload agents here.")


@router.get("/information", responses=problems())
async def information(laboratory: LaboratoryOf) -> Information:
    """What this laboratory offers."""
    return Information(
        version=__version__,
        rules=[
            RuleSetInfo(name=name, summary=entry.summary, parameters=entry.parameters)
            for name, entry in RULE_SETS.items()
        ],
        agents=[_agent(name) for name in AGENT_NAMES],
        heuristics=sorted(HEURISTICS),
        levels={number: step.description for number, step in LEVELS.items()},
        max_seconds=MAX_SECONDS,
        max_body_bytes=MAX_BODY_BYTES,
        uploads=laboratory.settings.allow_uploads,
    )


def _agent(name: str) -> AgentInfo:
    entry = AGENTS[name]
    parameters = [
        ParameterInfo(name=p.name, default=p.default_text, help=p.help) for p in entry.parameters
    ]
    return AgentInfo(name=name, summary=entry.summary, rules=entry.rules, parameters=parameters)
