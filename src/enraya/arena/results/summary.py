"""What a tournament has shown so far: the table, what moves cost, and which agents failed."""

from dataclasses import asdict, dataclass
from typing import Any

from enraya.arena.plan.entrants import same_files
from enraya.arena.plan.schedule import champion
from enraya.arena.statistics.rating import Standing, rank
from enraya.arena.statistics.tally import Tally, count
from enraya.arena.store.store import Cost, Mistakes, Store, Tournament


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent of the table."""

    standing: Standing
    spec: str
    seconds: float | None
    """Mean time of a move; None when none was noted."""
    nodes: float | None
    """Mean number of positions looked at per move, as reported by the agent."""
    faults: dict[str, int]
    """How often it lost by failing, by what it did."""
    reasons: dict[str, str]
    """What was said of the first such failure, by what it did."""
    mistakes: Mistakes | None
    """How often it went wrong according to the solver; None when nothing was judged."""
    barred: str = ""
    """Why its games were lost unplayed; empty when it may play."""
    same_as: tuple[str, ...] = ()
    """Other agents whose files have the same content."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a tournament, best agent first."""

    tournament: Tournament
    games: int
    agents: list[AgentRow]
    tallies: dict[tuple[str, str], Tally]
    """What each agent scored against each other, as `count` gives it."""
    champion: str | None = None
    """The winner of a finished knock-out; not necessarily the best by rating."""

    def to_object(self) -> dict[str, Any]:
        """The same as plain values, as ``--json`` prints them."""
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
    """What the games in the store say."""
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
