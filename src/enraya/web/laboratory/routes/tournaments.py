"""Routes for tournaments: begin, watch, stop, resume, and open their games."""

import asyncio
from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field, model_validator

from enraya.arena.plan.settings import MOST_BYTES
from enraya.arena.results.summary import AgentRow, summarise
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Tournament, record_of
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.limit import DEFAULT_RESERVE
from enraya.texts import Sentence, texts_in
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.runs import Number, RunRoutes, RunState
from enraya.web.laboratory.routes.schemas import AgentText
from enraya.web.laboratory.runs.runs import LEARNING, TOURNAMENT, Run, State
from enraya.web.server.application import REPORT_POLICY
from enraya.web.server.problems import Conflict, documented, problems, without_paths
from enraya.web.server.schemas import GameInProgress, Language, PositionState, RulesText, TextObject
from enraya.web.server.solving.solver_service import check_solvable

router = APIRouter(prefix="/api/tournaments", tags=["arena"])
MAX_AGENTS = 16
MAX_GAMES = 5_000
MAX_MOVE_SECONDS = 2.0
MAX_JUDGED_CELLS = 42
"""The most cells of a board on which mistakes are counted; larger boards take too long."""
MAX_RESERVE_SECONDS = 60.0


class NewTournament(BaseModel):
    """A tournament to begin."""

    agents: Annotated[list[AgentText], Field(min_length=2, max_length=MAX_AGENTS)]
    kind: Literal["round-robin", "gauntlet", "knockout", "swiss"] = "round-robin"
    games: Annotated[
        int, Field(ge=1, le=1_000, description="Games between two agents that meet.")
    ] = 4
    rules: RulesText = "classic"
    seconds: Annotated[float, Field(ge=0.01, le=MAX_MOVE_SECONDS)] = 0.1
    reserve: Annotated[
        float,
        Field(
            ge=0,
            le=MAX_RESERVE_SECONDS,
            description="Seconds by which a player's moves may exceed their time in a game.",
        ),
    ] = DEFAULT_RESERVE
    opening_plies: Annotated[int, Field(ge=0, le=12)] = 4
    max_bytes: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_BYTES,
            description="Most bytes of an agent's file, 0 for any size; a larger one forfeits "
            "its games.",
        ),
    ] = 0
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1
    mistakes: bool = Field(
        default=False,
        description="Whether the perfect player judges every move afterwards; classic games only.",
    )

    @model_validator(mode="after")
    def bounded(self) -> "NewTournament":
        """Refuses a tournament that would keep the laboratory busy for days."""
        meetings = len(self.agents) * (len(self.agents) - 1) // 2
        if meetings * self.games > MAX_GAMES:
            raise InvalidSetting(Sentence("problem.many_games", most=MAX_GAMES))
        if self.mistakes:
            start = Position.start(self.rules)
            check_solvable(start)
            if start.rules.cells > MAX_JUDGED_CELLS:
                raise InvalidSetting(Sentence("problem.judge_size", most=MAX_JUDGED_CELLS))
        return self


class MistakeCount(BaseModel):
    """How often an agent went wrong, in all games that the perfect player has judged."""

    moves: int
    losing: int = Field(description="Moves that gave away a win or a draw.")


class StandingRow(BaseModel):
    """An agent in the standings."""

    name: str
    elo: float
    low: float = Field(description="The lower end of the 95 % interval.")
    high: float
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    seconds: float | None = Field(description="Mean time per move.")
    faults: dict[str, int] = Field(
        description="How often it lost by failing, for each kind of failure."
    )
    mistakes: MistakeCount | None = Field(description="Null while no game has been judged.")


class TournamentState(RunState):
    """The state of a tournament."""

    kind: str
    rules: str
    agents: list[str]
    names: list[str] = Field(
        description="The names of the agents; an upload has the name its owner gave it."
    )
    seconds: float
    reserve: float = Field(
        description="Seconds by which a player's moves may exceed their time in a game."
    )
    games: int = Field(description="Games played so far.")
    needed: int | None = Field(description="Games to play in all, once known.")
    judged: list[int] | None = Field(
        description="While games are being judged: how many are done, and how many there "
        "are to judge."
    )
    standings: list[StandingRow] = Field(description="The standings, the best agent first.")
    playing: list[GameInProgress] = Field(description="Some of the games being played now.")


class PlayedGame(BaseModel):
    """A finished game of a tournament."""

    number: int
    first: str
    second: str
    moves: str
    opening_plies: int = Field(description="How many moves at the start were given.")
    winner: int | None
    termination: str
    reason: str = Field(description="What went wrong, if an agent failed.")
    sentence: TextObject | None = Field(description="The reason in any language, if it has one.")


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409))
async def begin(
    laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewTournament
) -> TournamentState:
    """Begin a tournament; it waits for its turn while something else runs."""
    await laboratory.stored(laboratory.runs.check_room, TOURNAMENT, visitor)
    uploads = laboratory.allowed.uploads_in(wanted.agents)
    await laboratory.stored(laboratory.uploads.check_owned, uploads, visitor)
    known = await laboratory.stored(laboratory.uploads.names_of, wanted.agents)
    names = [known.get(agent, agent) for agent in wanted.agents]
    settings = {**wanted.model_dump(), "names": names}
    async with laboratory.entering:
        entered = await asyncio.to_thread(laboratory.tournaments.enter, settings)
        run = await laboratory.stored(
            laboratory.runs.add, TOURNAMENT, settings, visitor, entered.id
        )
    return _state(laboratory, run, False).seen_by(visitor, run)


@router.get("/{number}/games", responses=problems(404, 409, 503))
async def games(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    number: Number,
    last: Annotated[int, Query(ge=1, le=500, description="The most games to return.")] = 50,
) -> list[PlayedGame]:
    """The games of a tournament, the latest first."""
    run = await laboratory.stored(laboratory.runs.get, TOURNAMENT, number)
    return await laboratory.reading.ask(request, visitor, lambda _: _games(laboratory, run, last))


@router.get(
    "/{number}/report",
    response_class=Response,
    responses=documented("text/html", 404, 409, 503),
)
async def report(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    number: Number,
    lang: Annotated[Language, Query(description="The language of the page.")] = "en",
) -> HTMLResponse:
    """The report of a tournament as one page that opens offline.

    The scripts of the page are inline, so it has its own content security policy: a sandbox without
    an origin, which can reach nothing of this laboratory.
    """
    run = await laboratory.stored(laboratory.runs.get, TOURNAMENT, number)
    models = {one.id: one for one in await laboratory.stored(laboratory.runs.all, LEARNING)}
    make, texts = laboratory.tournaments.report, texts_in(lang)
    page = await laboratory.reading.ask(request, visitor, lambda _: make(run, models, texts))
    if page is None:
        raise Conflict("no_games", "no game has been played yet")
    return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})


def _state(laboratory: Laboratory, run: Run, with_all: bool) -> TournamentState:
    tournaments = laboratory.tournaments
    state = TournamentState(
        **run.settings | RunState.of(run).model_dump() | {"games": 0},
        needed=tournaments.needed.get(run.id),
        judged=tournaments.judged.get(run.id),
        standings=[],
        playing=[],
    )
    if not with_all:
        return state
    with tournaments.store() as store:
        tournament = tournaments.find(store, run)
        summary = summarise(store, tournament)
    state.games = summary.games
    state.standings = [_standing(row) for row in summary.agents] if summary.games else []
    if tournament.finished:
        state.needed = summary.games
    for game in tournaments.playing(run.id) if run.state == State.RUNNING else ():
        position = PositionState.of(Position.parse(game.moves, tournament.settings.rule_set))
        first, second = tournament.names[game.first], tournament.names[game.second]
        state.playing.append(GameInProgress(first=first, second=second, position=position))
    return state


def _standing(row: AgentRow) -> StandingRow:
    total = row.standing.tally.total
    return StandingRow(
        name=row.standing.agent,
        **asdict(row.standing.rating),
        games=total.games,
        points=total.points,
        **asdict(total),
        seconds=row.seconds,
        faults=row.faults,
        mistakes=row.mistakes and MistakeCount(**row.mistakes._asdict()),
    )


def _games(laboratory: Laboratory, run: Run, last: int) -> list[PlayedGame]:
    with laboratory.tournaments.store() as store:
        tournament = laboratory.tournaments.find(store, run)
        rows = sorted(store.rows(tournament.id), key=lambda numbered: -numbered[0])
        return [_played(tournament, number, row) for number, row in rows[:last]]


def _played(tournament: Tournament, number: int, row: GameRow) -> PlayedGame:
    record = record_of(tournament, row)
    return PlayedGame(
        number=number,
        first=tournament.names[row.first],
        second=tournament.names[row.second],
        moves=record.moves,
        opening_plies=len(record.opening),
        winner=record.winner,
        termination=record.termination.value,
        reason=without_paths(record.reason),
        sentence=TextObject.of(without_paths(record.reason)),
    )


RunRoutes(TOURNAMENT, TournamentState, _state).add_to(router)
