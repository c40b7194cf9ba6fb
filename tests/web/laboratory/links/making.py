"""Games by link for the tests."""

from enraya.game.position import Position
from enraya.rules import RuleSet
from enraya.web.laboratory.links.game import ActionName, GameClock, LinkAction, LinkGame, Seat

KEYS = iter(range(10**9))


def begun(rules: RuleSet | str = "classic", clock: GameClock | None = None) -> LinkGame:
    """A game whose seats are taken by the secrets with the hashes "a" and "b"."""
    return waiting(rules, clock).taken("inv", "b", "Bo")


def waiting(rules: RuleSet | str = "classic", clock: GameClock | None = None) -> LinkGame:
    """A game whose friend has not come yet."""
    seats = (Seat("a", "Ann"), Seat())
    return LinkGame("game", 1, Position.start(rules), seats, "inv", clock=clock)


def wish(game: LinkGame, action: ActionName, move: str = "") -> LinkAction:
    """What someone wants who sees the game as it stands, with a key of its own."""
    return LinkAction(action=action, seen=game.version, key=str(next(KEYS)), move=move)


def acted(game: LinkGame, seat: int, action: ActionName, now: float = 0.0) -> LinkGame:
    """The game after an action other than a move."""
    return game.act(seat, wish(game, action), now)


def played(game: LinkGame, moves: str, now: float = 0.0) -> LinkGame:
    """The game after moves, each by whose turn it is."""
    for move in moves:
        seat = game.seat_of(game.position.mover)
        game = game.act(seat, wish(game, "move", move), now)
    return game
