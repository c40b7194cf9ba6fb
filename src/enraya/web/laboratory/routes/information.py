"""Routes that tell what this laboratory offers: rule sets, agents, levels, and their limits."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from enraya import __version__
from enraya.agents.players.level import LEVELS
from enraya.agents.registry import AGENTS
from enraya.agents.text.named_players import NAMED_PLAYERS, NamedPlayer
from enraya.agents.text.spec import parse_spec
from enraya.heuristics import HEURISTICS
from enraya.rules import RULE_SETS
from enraya.rules.classic import MAX_CELLS, MIN_SIDE
from enraya.web.laboratory.laboratory import LaboratoryOf
from enraya.web.laboratory.links.link_state import NewLink
from enraya.web.laboratory.routes.evolutions import NewEvolution
from enraya.web.laboratory.routes.schemas import NewGame, NewName
from enraya.web.laboratory.routes.tournaments import NewTournament
from enraya.web.laboratory.routes.training_runs import NewLearning
from enraya.web.laboratory.routes.uploads import NewAgent
from enraya.web.laboratory.thinking.allowed_agents import AGENT_NAMES, OFFERS
from enraya.web.server.forwarding import parse_address
from enraya.web.server.problems import problems
from enraya.web.server.settings import DAY_SECONDS, KEPT_SECONDS, MAX_BODY_BYTES, MAX_SECONDS

router = APIRouter(prefix="/api", tags=["information"])
REQUESTS: dict[str, type[BaseModel]] = {
    "game": NewGame,
    "link": NewLink,
    "tournament": NewTournament,
    "evolution": NewEvolution,
    "learning": NewLearning,
    "agent": NewAgent,
    "name": NewName,
}
"""What clients can create, with the schemas of the requests."""


class RuleSetInfo(BaseModel):
    """A rule set."""

    name: str
    summary: str
    parameters: dict[str, int] = Field(description="Names and default values.")


class BoardBounds(BaseModel):
    """The board sizes that rule sets with a free size allow."""

    min_side: int
    max_side: int
    max_cells: int


class ParameterInfo(BaseModel):
    """A parameter of an agent."""

    name: str
    default: str
    help: str


class AgentInfo(BaseModel):
    """An agent that clients may use."""

    name: str
    summary: str
    rules: str = Field(description="The rule sets it plays, in words.")
    parameters: list[ParameterInfo]
    offer: str | None = Field(
        description="A ready-made version for a list; null if its parameters must be chosen.",
        examples=["minimax(depth=4)"],
    )
    paper: str | None = Field(
        default=None,
        description="The paper that names this player, whose name is then the whole text "
        "of the agent.",
    )
    stands_for: str | None = Field(
        default=None, description="The agent that the paper's player stands for, written out."
    )


class FieldBounds(BaseModel):
    """The limits of a field of a request; null where there is no limit."""

    default: str | bool | int | float | None
    minimum: int | float | None = Field(
        description="The least value of a number, or length of a list."
    )
    maximum: int | float | None = Field(
        description="The greatest value of a number, or length of a list."
    )
    step: int | None = Field(description="The step between numbers; null if any are allowed.")
    max_length: int | None = Field(
        description="The most characters of a text, or of each text in a list."
    )
    choices: list[str] | None

    @staticmethod
    def of(schema: dict[str, Any]) -> "FieldBounds":
        """The bounds that the JSON schema of a field states."""
        whole = 1 if schema["type"] == "integer" else None
        return FieldBounds(
            default=schema.get("default"),
            minimum=schema.get("minimum", schema.get("minItems")),
            maximum=schema.get("maximum", schema.get("maxItems")),
            step=schema.get("multipleOf", whole),
            max_length=schema.get("items", schema).get("maxLength"),
            choices=schema.get("enum"),
        )


class Information(BaseModel):
    """What this laboratory offers."""

    version: str
    rules: list[RuleSetInfo]
    agents: list[AgentInfo]
    heuristics: list[str]
    levels: dict[int, str]
    board: BoardBounds
    requests: dict[str, dict[str, FieldBounds]] = Field(
        description="What clients can create, with the limits of each field."
    )
    kept_days: int = Field(description="How many days unused things of visitors are kept.")
    max_seconds: float
    max_body_bytes: int
    address_for_others: str | None = Field(
        description="Where others can open this laboratory; null unless this machine asks."
    )
    uploads: bool = Field(description="Whether agents may be uploaded here.")
    unsafe: bool = Field(description="Whether uploaded agents run without a sandbox.")
    manual: bool = Field(description="Whether the documentation is available under `/docs/`.")


class CompilationState(BaseModel):
    """How far the compilation of kernels is, in steps."""

    done: int
    total: int


@router.get("/compilation", responses=problems())
async def compilation(laboratory: LaboratoryOf) -> CompilationState:
    """How far the compilation of kernels at the first start is."""
    found = laboratory.compilation
    return CompilationState(done=found.done, total=found.total)


@router.get("/information", responses=problems())
async def information(request: Request, laboratory: LaboratoryOf) -> Information:
    """What this laboratory offers."""
    client = parse_address(request.client.host) if request.client else None
    others = laboratory.settings.others if client is not None and client.is_loopback else ()
    return Information(
        version=__version__,
        rules=[
            RuleSetInfo(name=name, summary=entry.summary, parameters=entry.parameters)
            for name, entry in RULE_SETS.items()
        ],
        agents=[
            *map(_agent, AGENT_NAMES),
            *(
                _named(text, player)
                for name, player in NAMED_PLAYERS.items()
                for text in player.offers or (name,)
            ),
        ],
        heuristics=sorted(HEURISTICS),
        levels={number: step.description for number, step in LEVELS.items()},
        board=BoardBounds(min_side=MIN_SIDE, max_side=MAX_CELLS // MIN_SIDE, max_cells=MAX_CELLS),
        requests={name: _fields(model) for name, model in REQUESTS.items()},
        kept_days=round(KEPT_SECONDS["game"] / DAY_SECONDS),
        max_seconds=MAX_SECONDS,
        max_body_bytes=MAX_BODY_BYTES,
        address_for_others=next(iter(others), None),
        uploads=laboratory.settings.allow_uploads,
        unsafe=laboratory.settings.unsafe,
        manual=laboratory.settings.manual is not None,
    )


def _agent(name: str) -> AgentInfo:
    entry = AGENTS[name]
    parameters = [
        ParameterInfo(name=p.name, default=p.default_text, help=p.help) for p in entry.parameters
    ]
    return AgentInfo(
        name=name,
        summary=entry.summary,
        rules=entry.rules,
        parameters=parameters,
        offer=OFFERS.get(name),
    )


def _named(text: str, player: NamedPlayer) -> AgentInfo:
    return AgentInfo(
        name=text,
        summary=player.summary,
        rules=player.rules,
        parameters=[],
        offer=None,
        paper=player.paper,
        stands_for=str(parse_spec(text).call),
    )


def _fields(model: type[BaseModel]) -> dict[str, FieldBounds]:
    properties = model.model_json_schema()["properties"]
    return {name: FieldBounds.of(schema) for name, schema in properties.items()}
