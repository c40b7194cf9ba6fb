"""Single games between agents that always play the same way: their moves are the figure."""

from collections.abc import Sequence

from enraya.agents import Agent, Choice, Limit, parse_agent, prepare
from enraya.game.notation import Move
from enraya.game.playthrough import last_of, playthrough
from enraya.game.position import Position


def play_out(players: Sequence[Agent], start: Position) -> tuple[Position, list[Choice]]:
    """The end of the game that two agents play from a position, and all their choices."""
    choices: list[Choice] = []
    for player in players:
        prepare(player, start.rules)

    def choose(position: Position) -> Move:
        choices.append(players[position.mover - 1].choose(position, Limit()))
        return choices[-1].move

    return last_of(playthrough(start, choose)), choices


def game_between(first: str, second: str, rules: str = "classic") -> Position:
    """The end of the game that two agents play from the empty board."""
    players = parse_agent(first, 1), parse_agent(second, 2)
    return play_out(players, Position.start(rules))[0]


def winner_of(position: Position) -> int:
    """1, 2, or 0 for a draw, of a game that is over."""
    assert position.outcome is not None
    return position.outcome.winner


def game_command(first: str, second: str, rules: str = "classic") -> str:
    """The command that shows such a game."""
    return f'enraya play --first "{first}" --second "{second}" --rules "{rules}"'
