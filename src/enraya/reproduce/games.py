"""Single games between agents that always play the same way: their moves are the figure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from enraya.agents import Agent, Choice, Limit, parse_agent, prepare
from enraya.game.notation import Move
from enraya.game.playthrough import last_of, playthrough
from enraya.game.position import Position
from enraya.game.text import disc_name
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Lab, Thoroughness


def play_out(players: Sequence[Agent], start: Position) -> tuple[Position, list[Choice]]:
    """The end of the game that two agents play from a position, and all their choices."""
    choices: list[Choice] = []
    for player in players:
        prepare(player, start.rules)

    def choose(position: Position) -> Move:
        choices.append(players[position.mover - 1].choose(position, Limit()))
        return choices[-1].move

    return last_of(playthrough(start, choose)), choices


@dataclass(frozen=True, slots=True)
class FixedGame:
    """A game of two agents that always play the same way, from the empty board."""

    first: str
    second: str
    rules: str = "classic"

    @property
    def command(self) -> str:
        """The command that shows the game, with what its moves cost."""
        rules = "" if self.rules == "classic" else f' --rules "{self.rules}"'
        return f'enraya play --first "{self.first}" --second "{self.second}"{rules} --stats'

    def play(self) -> tuple[Position, list[Choice]]:
        """Its last position and all choices."""
        players = parse_agent(self.first), parse_agent(self.second)
        return play_out(players, Position.start(self.rules))


@dataclass(frozen=True, slots=True)
class FixedGames:
    """Several games, each with what the figure says before its result."""

    games: tuple[tuple[str, FixedGame], ...]

    def command(self, thoroughness: Thoroughness) -> str:
        """The commands that show them all."""
        del thoroughness
        return AND.join(game.command for _, game in self.games)

    def play(self) -> list[Position]:
        """Their last positions."""
        return [game.play()[0] for _, game in self.games]

    def describe(self, ends: Sequence[Position]) -> str:
        """All results in words."""
        return self._sentence([(result_of(end), end.moves) for end in ends])

    def read(self, output: str) -> str:
        """The same words, from what the commands print."""
        end = r"^(?:([XO]) wins:.*|draw:.*)\n(?:.*\n)*?moves: (\w+)$"
        results = re.findall(end, output, re.MULTILINE)
        return self._sentence([(winner or "nobody", moves) for winner, moves in results])

    def _sentence(self, results: list[tuple[str, str]]) -> str:
        return "; ".join(
            f"{label}{winner} wins, {moves}"
            for (label, _), (winner, moves) in zip(self.games, results, strict=False)
        )


def result_of(position: Position) -> str:
    """The disc of the winner of a game that is over, or "nobody"."""
    assert position.outcome is not None
    return disc_name(position.outcome.winner) if position.outcome.winner else "nobody"


def stand_in_claim(
    paper: str, section: str, text: str, sides: tuple[str, str], rules: str, missing: str
) -> Claim:
    """A claim that an agent wins on both sides against a player that has only a stand-in here.

    Args:
        paper: which paper says so.
        section: where.
        text: what it says.
        sides: the agent and the stand-in.
        rules: of both games.
        missing: what is not public, as the beginning of the reason.
    """
    agent, other = sides
    games = FixedGames(
        (("as X: ", FixedGame(agent, other, rules)), ("as O: ", FixedGame(other, agent, rules)))
    )

    def measure(lab: Lab) -> Finding:
        del lab
        ends = games.play()
        won = sum(result_of(end) == disc for end, disc in zip(ends, "XO", strict=True))
        because = f"{missing} not public; of two games with a stand-in it won {won}"
        return Finding(games.describe(ends), Agreement.NOT, because)

    return Claim(paper, section, f"{text} (here: a stand-in)", games.command, measure, games.read)
