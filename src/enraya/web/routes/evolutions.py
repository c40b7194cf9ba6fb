"""Evolutions: begin, watch, stop, resume, and play against what has evolved."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.evolve import GeneSettings
from enraya.web.laboratory import Laboratory, LaboratoryOf
from enraya.web.problems import problems
from enraya.web.routes.runs import RunRoutes, RunState
from enraya.web.runs.evolutions import KIND
from enraya.web.runs.runs import Run

router = APIRouter(prefix="/api/evolutions", tags=["evolution"])
MAX_POPULATION = 400
MAX_GENERATIONS = 200


class NewEvolution(BaseModel):
    """An evolution of four genes to begin."""

    population: Annotated[int, Field(ge=4, le=MAX_POPULATION, multiple_of=2)] = 60
    generations: Annotated[int, Field(ge=1, le=MAX_GENERATIONS)] = 30
    keep: Annotated[float, Field(ge=1, le=100, description="Percentage that have children.")] = 50.0
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0


class GenerationInfo(BaseModel):
    """A generation, in shares of games won."""

    best: float
    mean: float
    diversity: float = Field(description="0.29 when genes are random, 0 when all are alike.")
    agent: str = Field(description="The best of the generation.", examples=["genes(1,0,1,0)"])


class EvolutionState(RunState):
    """An evolution as it stands."""

    population: int
    needed: int = Field(description="Generations in all.")
    generations: list[GenerationInfo]


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409))
async def begin(laboratory: LaboratoryOf, wanted: NewEvolution) -> EvolutionState:
    """Begin an evolution; it waits for its turn while something else runs."""
    GeneSettings(**wanted.model_dump())
    return _state(laboratory, laboratory.runs.add(KIND, wanted.model_dump()), False)


def _state(laboratory: Laboratory, run: Run, with_all: bool) -> EvolutionState:
    summaries = laboratory.evolutions.summaries(run.id) if with_all else []
    return EvolutionState(
        **RunState.of(run).model_dump(),
        population=run.settings["population"],
        needed=run.settings["generations"],
        generations=[GenerationInfo(**summary._asdict()) for summary in summaries],
    )


RunRoutes(KIND, EvolutionState, _state).add_to(router)
