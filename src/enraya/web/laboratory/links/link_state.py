"""What goes over the wire about games by link."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from enraya.web.laboratory.links.game import ConclusionName, LinkGame, OfferName
from enraya.web.server.problems import Problem
from enraya.web.server.schemas import PositionState, RulesText

MAX_NAME = 30
MAX_MINUTES = 180
MAX_INCREMENT = 60
PlayerName = Annotated[
    str,
    StringConstraints(
        max_length=MAX_NAME,
        strip_whitespace=True,
        # no control characters, nor any that write the text around them backwards
        pattern=r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$",
    ),
    Field(description="How a player is called; may be empty."),
]
Secret = Annotated[
    str,
    StringConstraints(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$"),
]


class NewLink(BaseModel):
    """A game by link to begin, or its settings until a friend has come."""

    rules: RulesText = "classic"
    begins: Literal["me", "friend", "chance"] = Field("me", description="Who plays first.")
    minutes: float = Field(
        0.0, ge=0, le=MAX_MINUTES, description="For each player's whole game; 0 for no clock."
    )
    increment: float = Field(
        0.0, ge=0, le=MAX_INCREMENT, description="Seconds that each turn gives back."
    )
    name: PlayerName = ""


class SeatState(BaseModel):
    """One of the two seats: the first of the game's maker, the second of the friend."""

    player: int = Field(description="1 or 2 in this game.")
    name: str
    is_taken: bool
    points: float = Field(description="Of all games on this link; a draw is half a point.")


class OfferState(BaseModel):
    """What one player has asked the other for."""

    action: OfferName
    seat: int = Field(description="Of the player who asks, 0 or 1.")


class ClockState(BaseModel):
    """The clock."""

    minutes: float
    increment: float
    left: list[float] = Field(description="Seconds of players 1 and 2 at the time of sending.")
    running: int | None = Field(description="The player whose time runs; null while it stands.")


class LinkState(BaseModel):
    """A game by link as it stands, the same for all who follow it."""

    id: str
    version: int = Field(description="Rises with every change; also the id of the event.")
    number: int = Field(description="Of the game on this link, from 1; a rematch is the next.")
    position: PositionState
    seats: list[SeatState] = Field(min_length=2, max_length=2)
    has_begun: bool = Field(description="Whether both seats are taken.")
    offer: OfferState | None
    over: bool
    winner: int | None = Field(description="1, 2, 0 for a draw; null until the game is over.")
    conclusion: ConclusionName | None = Field(description="How it ended.")
    clock: ClockState | None

    @staticmethod
    def of(game: LinkGame, now: float) -> "LinkState":
        """The state of a game at a moment."""
        seats = [
            SeatState(
                player=game.player_of(number),
                name=seat.name,
                is_taken=bool(seat.lock),
                points=seat.points,
            )
            for number, seat in enumerate(game.seats)
        ]
        offer = game.offer and OfferState.model_validate(game.offer, from_attributes=True)
        return LinkState(
            id=game.id,
            version=game.version,
            number=game.number,
            position=PositionState.of(game.position),
            seats=seats,
            has_begun=game.is_full,
            offer=offer,
            over=game.is_over,
            winner=game.winner,
            conclusion=game.conclusion,
            clock=_clock_state(game, now),
        )


def _clock_state(game: LinkGame, now: float) -> ClockState | None:
    clock, mover = game.clock, game.position.mover
    if clock is None:
        return None
    return ClockState(
        minutes=clock.seconds / 60,
        increment=clock.increment,
        left=list(clock.left_at(mover, now)),
        running=None if clock.since is None else mover,
    )


class PresenceState(BaseModel, frozen=True):
    """Who is there."""

    here: list[bool] = Field(description="Whether the players of both seats are.")
    watchers: int = Field(description="Connections without a seat.")


class LinkView(BaseModel):
    """A game by link for the one who asks."""

    game: LinkState
    presence: PresenceState
    seat: int | None = Field(description="The seat that the given secret gives; null for none.")
    is_invited: bool = Field(description="Whether the secret still lets someone take a seat.")
    kept_days: int = Field(description="How long a finished game stays here.")
    unfinished_days: int = Field(description="How long a game without a move stays.")


class LinkBegun(BaseModel):
    """A new game by link."""

    game: LinkState
    secret: str = Field(description="Gives the seat of the one who made the game.")
    invitation: str = Field(description="Lets one friend take the other seat.")


class TakenSeat(BaseModel):
    """Taking the free seat."""

    invitation: Secret = Field(description="The secret of the link.")
    secret: Secret = Field(description="A new one, chosen by the client, that gives the seat.")
    name: PlayerName = ""


class LinkProblem(Problem):
    """Why an action was refused, with the game as it stands."""

    game: LinkState | None
