"""Routes for training runs: begin, watch, stop, resume, remove, and play against the model."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.learn.quality.strength import GAMES, LEVEL
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf
from enraya.web.laboratory.routes.runs import RunRoutes, RunState
from enraya.web.laboratory.runs.runs import LEARNING, Run
from enraya.web.laboratory.runs.trainer import NTUPLE, Phase, Progress, commands
from enraya.web.server.application import in_store
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/learnings", tags=["learning"])
MAX_GAMES = 4_000_000
MAX_POSITIONS = 5_000
Model = Literal["ntuple", "poly", "logistic", "mlp", "boosting", "logistic-paper", "forest-paper"]


class NewLearning(BaseModel):
    """A model to learn: `ntuple` from games against itself, the others from solved positions."""

    model: Model = "ntuple"
    games: Annotated[
        int, Field(ge=1_000, le=MAX_GAMES, description="Games to learn from, for `ntuple`.")
    ] = 200_000
    positions: Annotated[
        int, Field(ge=100, le=MAX_POSITIONS, description="Positions to learn from, for all others.")
    ] = 500
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0


class TrainingPoint(BaseModel):
    """A point of the learning curve."""

    done: int = Field(description="Games or rounds so far.")
    measures: dict[str, float] = Field(
        description="For `ntuple`: how far values were from their targets (`error`), and "
        "the shares of games that the first player won and that were drawn. "
        "For the others, on positions that they do not learn from: the mean "
        "squared error, R², and the share of right signs. For all, at some "
        "points: the share of points against a level (`strength`), which "
        "older runs lack."
    )


class LearningState(RunState):
    """The state of a training run."""

    model: Model
    size: int = Field(description="The number of games or positions to learn from.")
    phase: Phase = Field(description="What the run is doing; empty before it starts.")
    done: int = Field(description="Games, positions or rounds done in this phase.")
    needed: int
    curve: list[TrainingPoint]
    level: int = Field(description="The level that `strength` is measured against.")
    level_games: int = Field(description="How many games measure `strength` at each point.")
    agent: str | None = Field(
        description="The agent that plays with the trained model; null before the end.",
        examples=["learned(run-7)"],
    )
    commands: list[str] = Field(description="The shell commands that train the same model.")


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409))
@in_store
def begin(laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewLearning) -> LearningState:
    """Begin a training run; it waits for its turn while something else runs."""
    laboratory.training_runs.check_store()
    run = laboratory.runs.add(LEARNING, wanted.model_dump(), visitor)
    return _state(laboratory, run, False).seen_by(visitor, run)


def _state(laboratory: Laboratory, run: Run, with_all: bool) -> LearningState:
    model = run.settings["model"]
    progress = laboratory.training_runs.progress(run.id) if with_all else Progress()
    name = laboratory.training_runs.name(run.id)
    return LearningState(
        **RunState.of(run).model_dump(),
        model=model,
        size=run.settings["games" if model == NTUPLE else "positions"],
        phase=progress.phase,
        done=progress.done,
        needed=progress.needed,
        curve=[TrainingPoint(done=done, measures=measures) for done, measures in progress.curve],
        level=LEVEL,
        level_games=GAMES,
        agent=f"learned({name})" if name else None,
        commands=commands(run.settings),
    )


RunRoutes(LEARNING, LearningState, _state).add_to(router)
