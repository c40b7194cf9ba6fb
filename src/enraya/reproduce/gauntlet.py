"""Claims that one agent's games against several others decide."""

from dataclasses import dataclass

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.statistics.tally import Tally, total_of
from enraya.reproduce.claim import Lab, Thoroughness


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """One agent against each of the others, from the empty board."""

    one: str
    others: tuple[str, ...]
    games: int
    """Against each, in the full experiment."""

    def command(self, thoroughness: Thoroughness) -> str:
        """The command that plays the same games."""
        agents = " ".join(f'"{agent}"' for agent in (self.one, *self.others))
        games = thoroughness.games(self.games)
        return f"enraya tournament {agents} --kind gauntlet --games {games} --opening-plies 0"

    def play(self, lab: Lab) -> Tally:
        """What the one scored against all others together."""
        settings = TournamentSettings(
            kind="gauntlet",
            agents=make_entrants([self.one, *self.others]),
            games=lab.thoroughness.games(self.games),
            opening_plies=0,
        )
        return total_of(settings.agents[0].name, lab.play(settings))
