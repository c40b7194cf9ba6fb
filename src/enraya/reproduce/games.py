"""Single games between agents that always play the same: their course is the figure."""

from enraya.agents import Limit, parse_agent
from enraya.game.position import Position


def game_between(first: str, second: str, rules: str = "classic") -> Position:
    """The end of the game that two agents play from the empty board."""
    players = {1: parse_agent(first, 1), 2: parse_agent(second, 2)}
    position = Position.start(rules)
    while not position.is_over:
        position = position.play(players[position.mover].choose(position, Limit()).move)
    return position


def winner_of(position: Position) -> int:
    """1, 2, or 0 for a draw, of a game that is over."""
    assert position.outcome is not None
    return position.outcome.winner


def game_command(first: str, second: str, rules: str = "classic") -> str:
    """The command that shows such a game."""
    return f'enraya play --first "{first}" --second "{second}" --rules "{rules}"'
