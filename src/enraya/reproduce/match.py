"""Claims that a match decides: one agent is stronger than another."""

from dataclasses import dataclass

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, TournamentSettings
from enraya.arena.statistics.elo import share_of_elo
from enraya.arena.statistics.pentanomial import logistic_elo
from enraya.arena.statistics.tally import Tally
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two agents from paired random openings."""

    one: str
    other: str
    games: int
    """In the full experiment."""
    rules: str = "classic"
    opening_plies: int = DEFAULT_OPENING_PLIES

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that plays the same match."""
        rules = "" if self.rules == "classic" else f' --rules "{self.rules}"'
        return (
            f'enraya match "{self.one}" "{self.other}" --games {thoroughness.games(self.games)}'
            f"{rules} --opening-plies {self.opening_plies}"
        )

    def play(self, lab: Lab) -> Tally:
        """What the one scored against the other."""
        settings = TournamentSettings(
            kind="match",
            agents=make_entrants([self.one, self.other]),
            games=lab.thoroughness.games(self.games),
            rules=self.rules,
            opening_plies=self.opening_plies,
        )
        one, other = (entrant.name for entrant in settings.agents)
        return lab.play(settings)[one, other]

    def claim(self, paper: str, section: str, text: str, least: float = EVEN) -> Claim:
        """The claim that the one scores more than a share of the points."""
        return Claim(paper, section, text, self.command, lambda lab: judge(self.play(lab), least))


def judge(tally: Tally, least: float = EVEN) -> Finding:
    """The agreement on the claim that the expected score is more than ``least``."""
    total = tally.total
    low, high = share_interval(tally)
    figure = (
        f"{total.wins} wins, {total.draws} draws, {total.losses} losses: "
        f"{total.share:.1%} of the points ({low:.1%} to {high:.1%})"
    )
    if low > least:
        return Finding(figure, Agreement.REPRODUCED)
    if high < least:
        return Finding(figure, Agreement.NOT, "the games say the opposite")
    return Finding(figure, Agreement.NOT, f"{total.games} games are too few to tell")


def share_interval(tally: Tally) -> tuple[float, float]:
    """The 95 % interval of the share of points, from pairs of games."""
    estimate = logistic_elo(tally.pairs)
    return share_of_elo(estimate.low), share_of_elo(estimate.high)
