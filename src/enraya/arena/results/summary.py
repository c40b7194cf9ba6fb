"""The state of a tournament: the ranking, the cost of moves, and which agents failed."""

from dataclasses import asdict, dataclass
from typing import Any

from enraya.arena.plan.entrants import same_files
from enraya.arena.plan.schedule import champion
from enraya.arena.statistics.rating import Standing, rank
from enraya.arena.statistics.tally import Tally, count
from enraya.arena.store.store import Cost, Mistakes, Store, Tournament


@dataclass(frozen=True, slots=True)
class AgentRow:
    """An agent's row in a summary."""

    standing: Standing
    spec: str
    """The text that stands for the agent."""
    seconds: float | None
    """The mean time of a move; None if no time was noted."""
    nodes: float | None
    """The mean number of positions looked at per move, as reported by the agent, or None."""
    faults: dict[str, int]
    """How many games the agent lost by a fault, by termination."""
    reasons: dict[str, str]
    """The reason given for the first of these faults, by termination."""
    mistakes: Mistakes | None
    """The agent's mistakes according to the solver; None if no game was judged."""
    barred: str = ""
    """Why the agent may not play and forfeits its games; empty if it may play."""
    same_as: tuple[str, ...] = ()
    """The names of other agents whose files have the same content."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a tournament, best agent first."""

    tournament: Tournament
    games: int
    agents: list[AgentRow]
    tallies: dict[tuple[str, str], Tally]
    """The tally of each agent against each opponent, from `count`."""
    champion: str | None = None
    """The winner of a finished knock-out, who need not have the highest rating; else None."""

    def to_object(self) -> dict[str, Any]:
        """The summary as plain values, which ``--json`` prints."""
        settings = self.tournament.settings
        return {
            "tournament": self.tournament.id,
            "kind": settings.kind,
            "rules": settings.rules,
            "seed": settings.seed,
            "games": self.games,
            "finished": self.tournament.finished,
            "champion": self.champion,
            "agents": [_agent_object(rank, row) for rank, row in enumerate(self.agents, start=1)],
        }


def _agent_object(rank: int, row: AgentRow) -> dict[str, Any]:
    tally, rating = row.standing.tally, row.standing.rating
    return {
        "rank": rank,
        "name": row.standing.agent,
        "agent": row.spec,
        "elo": rating.elo,
        "elo_low": rating.low,
        "elo_high": rating.high,
        "unbounded": rating.unbounded,
        "superiority": row.standing.superiority,
        "games": tally.total.games,
        "points": tally.total.points,
        "win_share": tally.total.win_share,
        **asdict(tally.total),
        "as_first": asdict(tally.as_first),
        "as_second": asdict(tally.as_second),
        "pentanomial": list(tally.pairs),
        "seconds_per_move": row.seconds,
        "nodes_per_move": row.nodes,
        "faults": row.faults,
        "reasons": row.reasons,
        "barred": row.barred,
        "same_as": list(row.same_as),
        "mistakes": row.mistakes._asdict() if row.mistakes else None,
    }


def summarise(store: Store, tournament: Tournament) -> Summary:
    """The summary of a tournament, from its games in the store."""
    results = store.results(tournament)
    costs, faults = store.costs(tournament.id), store.faults(tournament.id)
    mistakes = store.mistakes(tournament.id)
    places = {name: place for place, name in enumerate(tournament.names)}
    alike = same_files(tournament.settings.agents)
    rows = []
    tallies = count(results)
    for standing in rank(tallies, tournament.names):
        place = places[standing.agent]
        entrant, failed = tournament.settings.agents[place], faults.get(place, {})
        rows.append(
            AgentRow(
                standing,
                entrant.spec,
                *costs.get(place, Cost(None, None)),
                {what: seen.games for what, seen in failed.items()},
                {what: seen.reason for what, seen in failed.items()},
                mistakes.get(place),
                entrant.why_barred(tournament.settings.max_bytes),
                tuple(tournament.names[other] for other in alike.get(place, ())),
            )
        )
    return Summary(tournament, len(results), rows, tallies, _champion(store, tournament))


def _champion(store: Store, tournament: Tournament) -> str | None:
    settings = tournament.settings
    if settings.kind != "knockout":
        return None
    place = champion(settings.plan, store.winners(tournament.id))
    return None if place is None else tournament.names[place]
