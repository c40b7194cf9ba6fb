"""What most claims are put to the test with: single moves, single games, and matches."""

from dataclasses import dataclass

from enraya.agents import Choice, Limit, parse_agent, prepare
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, TournamentSettings
from enraya.arena.statistics.elo import describe_score, share_interval
from enraya.arena.statistics.tally import Tally, total_of
from enraya.game.notation import Move
from enraya.game.playthrough import last_of, playthrough
from enraya.game.position import Position
from enraya.game.text import disc_name
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness
from enraya.rules import parse_rules

EVEN = 0.5
Played = tuple[Position, list[Choice]]
"""The end of a game, and all choices in it."""


@dataclass(frozen=True, slots=True)
class ChosenMoves:
    """What one agent chooses in some positions, one after the other."""

    agent: str
    positions: tuple[str, ...]
    rules: str = "classic"

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that prints the moves, with what they cost."""
        del thoroughness
        positions = " ".join(moves or '""' for moves in self.positions)
        rules = parse_rules(self.rules)
        size = "" if self.rules == "classic" else f" --size {rules.columns}x{rules.rows}"
        return f'enraya move {positions}{size} --agent "{self.agent}"'

    def run(self, lab: Lab) -> list[Choice]:
        """The choices."""
        del lab
        player, rules = parse_agent(self.agent), parse_rules(self.rules)
        prepare(player, rules)
        return [player.choose(Position.parse(moves, rules), Limit()) for moves in self.positions]


@dataclass(frozen=True, slots=True)
class FixedGame:
    """A game of two agents that always play the same way, from the empty board."""

    first: str
    second: str
    rules: str = "classic"

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that shows the game, with what its moves cost."""
        del thoroughness
        rules = "" if self.rules == "classic" else f' --rules "{self.rules}"'
        return f'enraya play --first "{self.first}" --second "{self.second}"{rules} --stats'

    def run(self, lab: Lab) -> Played:
        """Its last position and all choices."""
        del lab
        start, choices = Position.start(self.rules), list[Choice]()
        players = parse_agent(self.first), parse_agent(self.second)
        for player in players:
            prepare(player, start.rules)

        def choose(position: Position) -> Move:
            choices.append(players[position.mover - 1].choose(position, Limit()))
            return choices[-1].move

        return last_of(playthrough(start, choose)), choices


def result_of(end: Position) -> str:
    """How a game that is over ended, and its moves.

    >>> result_of(Position.parse("1212121"))
    'X wins, 1212121'
    """
    assert end.outcome is not None
    winner = disc_name(end.outcome.winner) if end.outcome.winner else "nobody"
    return f"{winner} wins, {end.moves}"


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

    def judge_games(first: Played, second: Played) -> Finding:
        results = [result_of(end) for end, _ in (first, second)]
        won = sum(result.startswith(disc) for result, disc in zip(results, "XO", strict=True))
        because = f"{missing} not public; of two games with a stand-in it won {won}"
        return Finding(f"as X: {results[0]}; as O: {results[1]}", Agreement.NOT, because)

    games = FixedGame(agent, other, rules), FixedGame(other, agent, rules)
    return Claim(paper, section, f"{text} (here: a stand-in)", games, judge_games)


@dataclass(frozen=True, slots=True)
class DecidingMatch:
    """Games of one agent against another, or against each of several, in pairs."""

    one: str
    others: tuple[str, ...]
    games: int
    """Against each, in the full experiment."""
    rules: str = "classic"
    opening_plies: int = DEFAULT_OPENING_PLIES

    @property
    def kind(self) -> str:
        """What the arena calls it."""
        return "match" if len(self.others) == 1 else "gauntlet"

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that plays the same games.

        >>> from enraya.reproduce.claim import FULL
        >>> DecidingMatch("greedy", ("random",), 10, "classic:8x8", 2).command(FULL)
        'enraya match "greedy" "random" --games 10 --rules "classic:8x8" --opening-plies 2'
        >>> DecidingMatch("greedy", ("random", "level(1)"), 10, opening_plies=2).command(FULL)[:36]
        'enraya tournament --kind gauntlet "g'
        """
        agents = " ".join(f'"{agent}"' for agent in (self.one, *self.others))
        verb = "match" if self.kind == "match" else "tournament --kind gauntlet"
        rules = "" if self.rules == "classic" else f' --rules "{self.rules}"'
        return (
            f"enraya {verb} {agents} --games {thoroughness.games(self.games)}"
            f"{rules} --opening-plies {self.opening_plies}"
        )

    def run(self, lab: Lab) -> Tally:
        """What the one scored against all others together."""
        settings = TournamentSettings(
            kind=self.kind,
            agents=make_entrants([self.one, *self.others]),
            games=lab.thoroughness.games(self.games),
            rules=self.rules,
            opening_plies=self.opening_plies,
        )
        return total_of(settings.agents[0].name, lab.play(settings))

    def claim(self, paper: str, section: str, text: str, least: float = EVEN) -> Claim:
        """The claim that the one scores more than a share of the points."""
        return Claim(paper, section, text, (self,), lambda tally: judge(tally, least))


def judge(tally: Tally, least: float = EVEN) -> Finding:
    """The agreement on the claim that the expected score is more than ``least``."""
    figure = describe_score(tally)
    low, high = share_interval(tally)
    if low > least:
        return Finding(figure, Agreement.REPRODUCED)
    if high < least:
        return Finding(figure, Agreement.NOT, "the games say the opposite")
    return Finding(figure, Agreement.NOT, f"{tally.total.games} games are too few to tell")
