"""Claims that a match decides: one agent is stronger than another."""

import re
from dataclasses import dataclass

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, TournamentSettings
from enraya.arena.statistics.elo import describe_score, share_interval
from enraya.arena.statistics.tally import Tally, total_of
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness

EVEN = 0.5


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

    def play(self, lab: Lab) -> Tally:
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
        return Claim(
            paper, section, text, self.command, lambda lab: judge(self.play(lab), least), read_score
        )


def read_score(output: str) -> str:
    """The score of the one, as a match or a gauntlet prints it below its table."""
    found = re.search(r"^.+: (\d+ wins?, \d+ draws?, \d+ loss(?:es)?: .+)$", output, re.MULTILINE)
    return found[1] if found else ""


def judge(tally: Tally, least: float = EVEN) -> Finding:
    """The agreement on the claim that the expected score is more than ``least``."""
    figure = describe_score(tally)
    low, high = share_interval(tally)
    if low > least:
        return Finding(figure, Agreement.REPRODUCED)
    if high < least:
        return Finding(figure, Agreement.NOT, "the games say the opposite")
    return Finding(figure, Agreement.NOT, f"{tally.total.games} games are too few to tell")
