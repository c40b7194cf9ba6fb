"""API schemas of games by link."""

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
        # no control characters, nor any that reverse the text around them
        pattern=r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$",
    ),
    Field(description="The player's name; may be empty."),
]
Secret = Annotated[
    str,
    StringConstraints(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$"),
]


class NewLink(BaseModel):
    """The settings of a game by link; they can be changed until the friend has joined."""

    rules: RulesText = "classic"
    begins: Literal["me", "friend", "chance"] = Field("me", description="Who plays first.")
    minutes: float = Field(
        0.0, ge=0, le=MAX_MINUTES, description="Minutes of each player for a game; 0 for no clock."
    )
    increment: float = Field(
        0.0, ge=0, le=MAX_INCREMENT, description="Seconds that a player gains with each turn."
    )
    name: PlayerName = ""


class SeatState(BaseModel):
    """One of the two seats; the maker's is listed first, then the friend's."""

    player: int = Field(description="The player, 1 or 2, who has this seat in this game.")
    name: str
    is_taken: bool
    points: float = Field(description="Points from all games on this link; a draw is half a point.")


class OfferState(BaseModel):
    """An offer that one player has made the other."""

    action: OfferName
    seat: int = Field(description="The seat, 0 or 1, of the player who makes the offer.")


class ClockState(BaseModel):
    """The clock of a game."""

    minutes: float
    increment: float
    left: list[float] = Field(
        description="Seconds that players 1 and 2 have left at the time of sending."
    )
    running: int | None = Field(
        description="The player whose time runs; null while the clock is stopped."
    )


class LinkState(BaseModel):
    """The state of a game by link, the same for all who follow it."""

    id: str
    version: int = Field(description="Rises with every change; also the id of the event.")
    number: int = Field(
        description="Number of the game on this link, from 1; a rematch is the next."
    )
    position: PositionState
    seats: list[SeatState] = Field(min_length=2, max_length=2)
    has_begun: bool = Field(description="Whether both seats are taken.")
    offer: OfferState | None
    over: bool
    winner: int | None = Field(description="1 or 2; 0 for a draw; null until the game is over.")
    conclusion: ConclusionName | None = Field(description="How the game ended; null before.")
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
    """Who is present at a game."""

    here: list[bool] = Field(description="Whether the player of each seat is present.")
    watchers: int = Field(description="Number of connections without a seat.")


class LinkView(BaseModel):
    """A game by link, and what the given secret allows."""

    game: LinkState
    presence: PresenceState
    seat: int | None = Field(description="The seat of the given secret; null if it has none.")
    is_invited: bool = Field(description="Whether the secret still lets somebody take a seat.")
    kept_days: int = Field(
        description="How many days a game is kept that has ended or has no second player."
    )
    unfinished_days: int = Field(description="How many days a game is kept without a move.")


class LinkBegun(BaseModel):
    """A new game by link, with its secrets."""

    game: LinkState
    secret: str = Field(description="The secret of the maker's seat.")
    invitation: str = Field(description="The secret that lets one friend take the other seat.")


class TakenSeat(BaseModel):
    """A request to take the free seat."""

    invitation: Secret = Field(description="The secret of the invitation.")
    secret: Secret = Field(description="A new secret for the seat, chosen by the client.")
    name: PlayerName = ""


class LinkProblem(Problem):
    """Why an action was refused, with the current state of the game."""

    game: LinkState | None
