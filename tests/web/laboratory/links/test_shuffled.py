"""Messages that are lost, repeated, delayed and reordered in both directions."""

from dataclasses import dataclass, field
from random import Random
from typing import TypeVar, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.errors import EnrayaError
from enraya.game.notation import format_move
from enraya.rules import RuleSet
from enraya.web.laboratory.links.game import ActionName, GameClock, LinkAction, LinkGame
from enraya.web.server.problems import Refusal
from tests.strategies import RULES, seeded
from tests.web.laboratory.links.making import begun

_Message = TypeVar("_Message")
Board = tuple[int, str]
"""The number of the game on the link, and its moves."""


MOSTLY = 0.8
MOSTLY_MOVES = 0.7


def board_of(game: LinkGame) -> Board:
    return game.number, game.position.moves


@dataclass
class Player:
    """A page: it knows some state of the game, perhaps an old one, and wants things."""

    seat: int
    known: LinkGame
    sent: int = 0

    def wish(self, rng: Random) -> LinkAction:
        """A sensible wish, or one that is sometimes nonsense; mostly moves."""
        self.sent += 1
        moves = list(map(format_move, self.known.position.legal_moves)) or ["1"]
        action: ActionName = "move"
        if rng.random() >= MOSTLY_MOVES:
            action = rng.choice(get_args(ActionName))
        key = f"{self.seat}-{self.sent}"
        return LinkAction(action=action, seen=self.known.version, key=key, move=rng.choice(moves))

    def hear(self, state: LinkGame) -> None:
        """Keeps the newer of two states, as the page does."""
        if state.version > self.known.version:
            self.known = state


@dataclass
class Network:
    """A server and two players between whom everything may happen to messages."""

    game: LinkGame
    rng: Random
    to_server: list[tuple[int, LinkAction, Board]] = field(default_factory=list)
    to_players: list[tuple[int, LinkGame]] = field(default_factory=list)
    done: dict[str, Board] = field(default_factory=dict)
    """The wishes that were carried out, with the board they led to."""
    acknowledged: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.players = [Player(seat, self.game) for seat in (0, 1)]

    def take(self, messages: list[_Message]) -> _Message:
        """Any message, mostly a late one; sometimes it stays, to arrive once more."""
        late = self.rng.random() < MOSTLY
        place = self.rng.randrange(max(0, len(messages) - 4) if late else 0, len(messages))
        return messages[place] if self.rng.random() > MOSTLY else messages.pop(place)

    def step(self, now: float) -> None:
        """Someone wants something, or a message arrives somewhere."""
        what = self.rng.choice((0, 1, 1, 2, 2, 2))
        if what == 0:
            player = self.rng.choice(self.players)
            message = (player.seat, player.wish(self.rng), board_of(player.known))
            self.to_server.append(message)
        elif what == 1 and self.to_server:
            self.serve(*self.take(self.to_server), now)
        elif what == 2 and self.to_players:
            seat, state = self.take(self.to_players)
            self.players[seat].hear(state)

    def serve(self, seat: int, wish: LinkAction, seen: Board, now: float) -> None:
        """The server gets a wish, and the checks of what it makes of it."""
        before = self.game.settled(now)
        try:
            after = before.act(seat, wish, now)
        except (Refusal, EnrayaError):
            after = before
            assert wish.key not in self.done or wish.key not in self.game.keys
        else:
            self.acknowledged.add(wish.key)
            if after is before:
                assert wish.key in self.done, "a success without an effect is a repetition"
            else:
                assert wish.key not in self.done, "nothing is done twice"
                assert after.version == before.version + 1
                self.done[wish.key] = board_of(after)
                if wish.action == "move":
                    assert seen == board_of(before), "moves are for the board one sees"
                    assert board_of(after) == (seen[0], seen[1] + wish.move)
        self.game = after
        self.to_players += [(0, after), (1, after)]


@given(st.sampled_from(RULES), st.integers(0, 2**32), st.integers(1, 150), st.booleans())
@settings(deadline=None)
def test_no_move_is_lost_doubled_or_reordered(
    rules: RuleSet, seed: int, steps: int, timed: bool
) -> None:
    clock = GameClock.of(40, 1) if timed else None
    network = Network(begun(rules, clock), seeded(seed))
    for now in range(steps):
        network.step(float(now))
    assert network.acknowledged == set(network.done)
    for player in network.players:
        player.hear(network.game)
        assert player.known == network.game, "whoever hears the newest state knows everything"
