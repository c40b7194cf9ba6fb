"""A game by link as a value: two seats and a clock, moves, offers, the end, a rematch.

Every change raises `version`. A player's action names the version that the player has seen, and has
a unique key, because messages can be repeated, delayed and reordered:

    move, offer a draw or an undo          the board must not have changed since
    resign, offer a rematch                no other game may have begun since
    accept, decline                        no other offer may have been made since

So no action is carried out on a board that its sender did not see, nor carried out twice: by then,
its version is outdated, even if moves are taken back. The key only lets a repeated message succeed.
"""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    BaseModel,
    Field,
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    TypeAdapter,
)

from enraya.game.notation import BOOM, parse_move
from enraya.game.position import Position
from enraya.kernels.core.board import mover
from enraya.texts import Sentence
from enraya.web.server.problems import Conflict, Refusal
from enraya.web.server.settings import MAX_MOVES

KEPT_KEYS = 16
"""How many actions are remembered by key; repeats of older ones are refused by their version."""


def _written(position: Position) -> dict[str, str]:
    return {"rules": position.rules.spec, "moves": position.moves}


def _read(written: dict[str, Any]) -> Position:
    return Position.parse(written["moves"], written["rules"])


OfferName = Literal["draw", "undo", "rematch"]
"""The actions that need the other player's consent."""
ActionName = Literal["move", "resign", OfferName, "accept", "decline"]
ConclusionName = Literal["line", "full", "blocked", "resigned", "agreed", "time", "long"]
"""How a game ended: by the rules, or otherwise; ``long`` is a draw after `MAX_MOVES` moves."""


class LinkAction(BaseModel):
    """An action of a player."""

    action: ActionName
    seen: int = Field(
        ge=0, le=2**53, description="The version that the player has seen; prevents acting twice, "
        "or on a board that has changed."
    )  # fmt: skip
    key: Annotated[str, StringConstraints(min_length=1, max_length=40)] = Field(
        description="Chosen by the client; the same when the message is repeated."
    )
    move: Annotated[str, StringConstraints(max_length=1)] = Field(
        "", description="A column, or `B`; only for a move."
    )


class Offer(NamedTuple):
    """An offer that one player has made the other."""

    action: OfferName
    seat: int


class Seat(NamedTuple):
    """A seat at the board; the game's maker has seat 0, the friend seat 1."""

    lock: str = ""
    """The hash of the seat's secret; empty while the seat is free."""
    name: str = ""
    points: float = 0.0
    """The points from all games on this link; a draw is half a point for both."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """A clock for a whole game, with an increment after each turn.

    It starts with the first move, so that nobody loses time before both are there. All times are in
    seconds; ``now`` comes from one clock that never jumps while the server runs.
    """

    seconds: float
    """The time each player starts with."""
    increment: float
    """The time a player gains at the end of each turn; if it has two actions, after the last."""
    left: tuple[float, float]
    """The time players 1 and 2 had left when the mover's time started to run."""
    since: float | None = None
    """When the mover's time started to run; None while the clock is stopped."""

    @staticmethod
    def of(seconds: float, increment: float) -> "GameClock":
        """A clock before the first move."""
        return GameClock(seconds, increment, (seconds, seconds))

    def left_at(self, mover: int, now: float) -> tuple[float, float]:
        """The time players 1 and 2 have left now."""
        used = 0.0 if self.since is None else now - self.since
        first, second = self.left
        return (max(first - used, 0.0), second) if mover == 1 else (first, max(second - used, 0.0))

    def flag_time(self, mover: int) -> float | None:
        """When the mover will run out of time; None while the clock is stopped."""
        return None if self.since is None else self.since + self.left[mover - 1]

    def moved(self, before: Position, after: Position, now: float) -> "GameClock":
        """The clock after an action of the mover."""
        first, second = self.left_at(before.mover, now)
        if after.mover != before.mover:
            first += self.increment if before.mover == 1 else 0
            second += self.increment if before.mover == 2 else 0
        return replace(self, left=(first, second), since=None if after.is_over else now)

    def turned_to(self, before: Position, after: Position, now: float) -> "GameClock":
        """The clock after moves were taken back, which returns no time."""
        since = now if after.moves else None  # as before the first move
        return replace(self, left=self.left_at(before.mover, now), since=since)

    def stopped(self, mover: int, now: float) -> "GameClock":
        """The clock at the end of the game."""
        return replace(self, left=self.left_at(mover, now), since=None)


@dataclass(frozen=True, slots=True)
class LinkGame:
    """The state of a game by link."""

    id: str
    version: int
    position: Annotated[Position, PlainSerializer(_written), PlainValidator(_read)]
    seats: tuple[Seat, ...]
    invitation: str
    """The hash of the secret that lets somebody take seat 1."""
    first: int = 0
    """The seat that plays first; a rematch swaps it."""
    number: int = 1
    """Which game on this link this is, from 1."""
    began_at: int = 0
    """The version with which this game began."""
    moved_at: int = 0
    """The version with which the board last changed."""
    offered_at: int = 0
    """The version with which the last offer was made."""
    offer: Offer | None = None
    conclusion: ConclusionName | None = None
    winner: int | None = None
    """1 or 2; 0 for a draw; None until the end."""
    clock: GameClock | None = None
    keys: tuple[str, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return all(seat.lock for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.conclusion is not None

    def player_of(self, seat: int) -> int:
        """The player, 1 or 2, who has this seat in this game."""
        return 1 if seat == self.first else 2

    def seat_of(self, player: int) -> int:
        """The seat of player 1 or 2."""
        return self.first if player == 1 else 1 - self.first

    def seat_with(self, lock: str) -> int | None:
        """The seat whose secret has this hash, or None."""
        return next((n for n, seat in enumerate(self.seats) if lock and seat.lock == lock), None)

    def with_settings(self, position: Position, first: int, clock: GameClock | None) -> "LinkGame":
        """The game with other settings, which may change until the friend has joined.

        Raises:
            Conflict: when the friend has joined.
        """
        if self.is_full:
            raise Conflict("seat_taken", "the game has begun; its settings can no longer change")
        version = self.version + 1
        after = replace(self, version=version, position=position, first=first, clock=clock)
        return replace(after, began_at=version, moved_at=version)

    def named(self, seat: int, name: str) -> "LinkGame":
        """The game with a new name for the player in a seat."""
        if self.seats[seat].name == name:
            return self
        seats = list(self.seats)
        seats[seat] = seats[seat]._replace(name=name)
        return replace(self, version=self.version + 1, seats=tuple(seats))

    def taken(self, invitation: str, lock: str, name: str) -> "LinkGame":
        """The game after a friend took the free seat, which uses up the invitation.

        Raises:
            Refusal: when the invitation is wrong, or the seat is taken.
        """
        if invitation != self.invitation:
            raise Refusal(HTTPStatus.FORBIDDEN, "not_your_seat", "this link gives no seat")
        if self.seats[1].lock == lock:
            return self  # the message was repeated
        if self.seats[1].lock or self.seats[0].lock == lock:
            raise Conflict("seat_taken", "someone has already taken this seat")
        seats = (self.seats[0], Seat(lock, name))
        return replace(self, version=self.version + 1, seats=seats)

    def settled(self, now: float) -> "LinkGame":
        """The game, ended if the mover has run out of time."""
        late = self.position.mover
        flag = None if self.clock is None else self.clock.flag_time(late)
        if flag is None or now < flag:
            return self
        lost = self.ended(self.player_of(1 - self.seat_of(late)), "time", now)
        return replace(lost, version=self.version + 1)

    def resumed(self, now: float) -> "LinkGame":
        """The game when the server starts again: the mover's time runs from now on.

        Nobody can play while the server is down, and after a crash it is unknown how long the mover
        had been thinking. So the mover has the time that was left after the last move.
        """
        if self.clock is None or self.clock.since is None:
            return self
        return replace(self, version=self.version + 1, clock=replace(self.clock, since=now))

    def act(self, seat: int, wish: LinkAction, now: float) -> "LinkGame":
        """The game after an action; unchanged if it was carried out before.

        Raises:
            Refusal: when the action does not fit the state of the game.
            EnrayaError: when the rules forbid the move.
        """
        signature = f"{seat} {wish.key}"
        if signature in self.keys:
            return self
        if not self.is_full:
            raise Conflict("no_friend", "nobody has taken the other seat yet")
        if not self._relevant(wish.action) <= wish.seen <= self.version:
            raise Conflict("game_changed", Sentence("problem.just_changed"))
        if self.is_over and wish.action in ("move", "resign", "draw", "undo"):
            raise Conflict("game_over", "the game is over")
        after = self._after(seat, wish, now)
        keys = (*self.keys, signature)[-KEPT_KEYS:]
        return replace(after, version=self.version + 1, keys=keys)

    def _relevant(self, action: ActionName) -> int:
        """The oldest version that a player may have seen to take this action."""
        if action in ("resign", "rematch"):
            return self.began_at
        return self.offered_at if action in ("accept", "decline") else self.moved_at

    def _after(self, seat: int, wish: LinkAction, now: float) -> "LinkGame":
        match wish.action:
            case "move":
                return self._moved(seat, wish.move, now)
            case "resign":
                return self.ended(self.player_of(1 - seat), "resigned", now)
            case "accept" | "decline":
                if self.offer is None:
                    raise Conflict("no_offer", "there is no offer to answer")
                if wish.action == "accept":
                    return self._accepted(seat, self.offer, now)
                return replace(self, offer=None)  # declined, or withdrawn by its maker
            case offered:
                return self._offered(seat, offered, now)

    def _moved(self, seat: int, text: str, now: float) -> "LinkGame":
        if self.seat_of(self.position.mover) != seat:
            raise Conflict("not_your_turn", "it is the other player's turn")
        rules = self.position.rules
        move = BOOM if text == "b" and rules.has_bombs else text
        position = self.position.play(parse_move(move, rules.columns))
        clock = self.clock and self.clock.moved(self.position, position, now)
        version = self.version + 1
        moved = replace(self, position=position, moved_at=version, clock=clock)
        if self.offer is not None and (self.offer.action == "undo" or self.offer.seat != seat):
            moved = replace(moved, offer=None)  # playing on declines the offer
        if position.ending is not None:
            return moved.ended(position.result, position.ending.value, now)
        return moved if position.plies < MAX_MOVES else moved.ended(0, "long", now)

    def _offered(self, seat: int, action: OfferName, now: float) -> "LinkGame":
        if action == "rematch" and not self.is_over:
            raise Conflict("still_running", "the game is not over yet")
        if action == "undo" and self._ply_to_return_to(seat) is None:
            raise Conflict("nothing_to_undo", "there is no move of yours to take back")
        if self.offer is not None and self.offer.seat != seat:
            if self.offer.action == action != "undo":  # two undo offers differ
                return self._accepted(seat, self.offer, now)
            raise Conflict("answer_first", "answer the other player's offer first")
        return replace(self, offer=Offer(action, seat), offered_at=self.version + 1)

    def _accepted(self, seat: int, offer: Offer, now: float) -> "LinkGame":
        if offer.seat == seat:
            raise Conflict("no_offer", "the other player has to answer this")
        if offer.action == "draw":
            return self.ended(0, "agreed", now)
        return self._rematch() if offer.action == "rematch" else self._taken_back(offer.seat, now)

    def _ply_to_return_to(self, seat: int) -> int | None:
        """How many moves were made before the last one of a seat; None if it has made none."""
        moves, rules = self.position.moves, self.position.rules
        plies = range(len(moves) - 1, -1, -1)
        return next((n for n in plies if self.seat_of(mover(rules.numbers, n) + 1) == seat), None)

    def _taken_back(self, seat: int, now: float) -> "LinkGame":
        plies = self._ply_to_return_to(seat)
        assert plies is not None, "nothing was played since it was asked for"
        position = Position.parse(self.position.moves[:plies], self.position.rules)
        clock = self.clock and self.clock.turned_to(self.position, position, now)
        version = self.version + 1
        return replace(self, position=position, moved_at=version, offer=None, clock=clock)

    def _rematch(self) -> "LinkGame":
        """The next game on this link, in which the other player begins."""
        version = self.version + 1
        return replace(
            self,
            position=Position.start(self.position.rules),
            first=1 - self.first,
            number=self.number + 1,
            began_at=version,
            moved_at=version,
            offer=None,
            conclusion=None,
            winner=None,
            clock=self.clock and GameClock.of(self.clock.seconds, self.clock.increment),
        )

    def ended(self, winner: int, conclusion: ConclusionName, now: float) -> "LinkGame":
        """The game, ended with this result, which is added to the players' points."""
        seats = []
        for number, seat in enumerate(self.seats):
            points = 0.5 if winner == 0 else float(self.player_of(number) == winner)
            seats.append(seat._replace(points=seat.points + points))
        clock = self.clock and self.clock.stopped(self.position.mover, now)
        ended = replace(self, seats=tuple(seats), winner=winner, conclusion=conclusion, clock=clock)
        return replace(ended, offer=None)

    def to_json(self) -> str:
        """The game as text; `read_link_game` reads it back."""
        return _AS_JSON.dump_json(self).decode()


_AS_JSON = TypeAdapter(LinkGame)


def read_link_game(text: str) -> LinkGame:
    """The game that `LinkGame.to_json` wrote."""
    return _AS_JSON.validate_json(text)
