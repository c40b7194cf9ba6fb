"""Routes for evolutions: begin, watch, stop, resume, and play against what has evolved."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.evolve import GeneSettings
from enraya.evolve.genetics import LEAST_AGENTS, MUTATION
from enraya.evolve.runfile import new_seed
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf
from enraya.web.laboratory.routes.runs import RunRoutes, RunState
from enraya.web.laboratory.runs.evolutions import GenerationInfo
from enraya.web.laboratory.runs.runs import EVOLUTION, Run
from enraya.web.server.application import in_store
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/evolutions", tags=["evolution"])
MAX_POPULATION = 400
MAX_GENERATIONS = 200


class NewEvolution(BaseModel):
    """An evolution of four genes to begin."""

    population: Annotated[int, Field(ge=LEAST_AGENTS, le=MAX_POPULATION)] = 60
    generations: Annotated[int, Field(ge=1, le=MAX_GENERATIONS)] = 30
    keep: Annotated[
        float, Field(ge=1, le=100, description="Percentage of agents that have children.")
    ] = 50.0
    mutation: Annotated[
        float, Field(ge=0, le=1, description="Probability that one gene of a child becomes random.")
    ] = MUTATION
    shrinking: Annotated[
        bool, Field(description="Whether children replace all agents; each generation is smaller.")
    ] = False
    seed: Annotated[
        int,
        Field(
            ge=0,
            le=2**31,
            default_factory=new_seed,
            description="The same seed gives the same run; a random one if not given.",
        ),
    ]


class EvolutionState(RunState):
    """The state of an evolution."""

    population: int
    needed: int = Field(description="Number of generations; a shrinking population may need fewer.")
    keep: float = Field(description="Percentage of agents that have children.")
    mutation: float = Field(description="Probability that one gene of a child becomes random.")
    shrinking: bool = Field(description="Whether children replace all agents.")
    seed: int = Field(description="The same settings with this seed give the same run.")
    generations: list[GenerationInfo]


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409))
@in_store
def begin(
    laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewEvolution
) -> EvolutionState:
    """Begin an evolution; it waits for its turn while something else runs."""
    settings = GeneSettings(**wanted.model_dump())
    run = laboratory.runs.add(EVOLUTION, asdict(settings), visitor)
    return _state(laboratory, run, False).seen_by(visitor, run)


def _state(laboratory: Laboratory, run: Run, with_all: bool) -> EvolutionState:
    summaries = laboratory.evolutions.summaries(run.id) if with_all else []
    settings = asdict(GeneSettings(**run.settings))
    found = {"needed": settings["generations"], "generations": summaries}
    return EvolutionState(**settings | RunState.of(run).model_dump() | found)


RunRoutes(EVOLUTION, EvolutionState, _state).add_to(router)
