"""Claims that a rated round robin decides: who is stronger among several."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.statistics.elo import Z95
from enraya.arena.statistics.rating import Ratings, rate
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness


@dataclass(frozen=True, slots=True)
class Contest:
    """A round robin; its agents by the names that claims use."""

    agents: Mapping[str, str]
    games: int
    """Between each pair, in the full experiment."""

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that plays the same round robin."""
        agents = " ".join(f'"{agent}"' for agent in self.agents.values())
        return f"enraya tournament {agents} --games {thoroughness.games(self.games)}"

    def play(self, lab: Lab) -> Ratings:
        """The ratings of the agents by their names; played once, then read from the store."""
        settings = TournamentSettings(
            kind="round-robin",
            agents=make_entrants(self.agents.values()),
            games=lab.thoroughness.games(self.games),
        )
        return rate(lab.play(settings), [entrant.name for entrant in settings.agents])

    def stronger(self, paper: str, section: str, text: str, one: str, other: str) -> Claim:
        """The claim that one of the agents is stronger than another."""
        return Claim(paper, section, text, self.command, partial(self._compare, one, other))

    def _compare(self, one: str, other: str, lab: Lab) -> Finding:
        difference, error = self.play(lab).difference(self.agents[one], self.agents[other])
        figure = f"{one} {difference:+.0f} ± {Z95 * error:.0f} Elo against {other}"
        if difference > Z95 * error:
            return Finding(figure, Agreement.REPRODUCED)
        if difference < -Z95 * error:
            return Finding(figure, Agreement.NOT, "the games say the opposite")
        return Finding(figure, Agreement.NOT, "the difference is within the error")

    def ranking(self, paper: str, section: str, text: str) -> Claim:
        """A row that shows the ratings of all."""
        return Claim(paper, section, text, self.command, self._ranking)

    def _ranking(self, lab: Lab) -> Finding:
        ratings = {rating.agent: rating for rating in self.play(lab).ratings}
        rows = sorted(((ratings[agent], name) for name, agent in self.agents.items()),
                      key=lambda row: -row[0].elo)  # fmt: skip
        figure = ", ".join(
            f"{name} {rating.elo:+.0f} ± {rating.high - rating.elo:.0f}" for rating, name in rows
        )
        return Finding(
            figure, Agreement.NOT, "the class tournament's players are not public; these are ours"
        )
