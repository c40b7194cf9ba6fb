"""What came of an event: places, and the tournament under the names that may be shown."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.schedule import rounds_survived
from enraya.arena.statistics.tally import count, total_of
from enraya.arena.store.store import Tournament
from enraya.league.model.event_plan import Event
from enraya.league.model.ladder import LadderPlayer
from enraya.league.store.events import event_tournament
from enraya.league.store.store import LeagueStore


class Placed(NamedTuple):
    """A team's place in an event."""

    team: int
    place: int
    """Counted from 1; teams that are level share the better one."""
    points: float


def places(store: LeagueStore, event: Event) -> list[Placed]:
    """The teams of an event, best first: by rounds in a knock-out, else by points.

    Raises:
        InvalidSetting: when it has not begun.
    """
    tournament = event_tournament(store, event)
    winners, plan = store.arena.winners(tournament.id), tournament.settings.plan
    tallies = count(store.arena.results(tournament))
    rounds = (
        rounds_survived(plan, winners)
        if tournament.settings.kind == "knockout"
        else [0] * plan.agents
    )
    players = store.players.all()
    rows = []
    for at, name in enumerate(tournament.names):
        player = players[event.plan.entrants[at]]
        if player.team is not None:
            points = total_of(name, tallies).total.points
            rows.append((rounds[at], points, player.team))
    knocked = tournament.settings.kind == "knockout"
    keys = [(row[0], 0.0 if knocked else row[1]) for row in rows]
    found = [
        Placed(team, 1 + sum(other > key for other in keys), points)
        for key, (_, points, team) in zip(keys, rows, strict=True)
    ]
    return sorted(found, key=lambda one: (one.place, one.team))


def shown_tournament(store: LeagueStore, event: Event, names: Mapping[int, str]) -> Tournament:
    """The tournament of an event as others may see it: no files, and teams by these names.

    Args:
        store: of the league.
        event: that has begun.
        names: of the teams, by number.
    """
    tournament = event_tournament(store, event)
    numbers = store.versions.numbers()
    players = store.players.all()

    def shown(player: LadderPlayer) -> Entrant:
        if player.team is None:
            return Entrant(player.name, player.spec)
        shown_as = names.get(player.team, player.name)
        return Entrant(shown_as, f"version {numbers[player.version_id]}")

    agents = tuple(shown(players[place]) for place in event.plan.entrants)
    return tournament._replace(settings=replace(tournament.settings, agents=agents))
