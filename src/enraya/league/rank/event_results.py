"""The results of an event: its places, and its tournament with the names that others may see."""

from dataclasses import replace
from typing import NamedTuple

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.schedule import rounds_survived
from enraya.arena.statistics.tally import count, total_of
from enraya.arena.store.store import Tournament
from enraya.league.model.event_plan import Event
from enraya.league.store.events import event_tournament
from enraya.league.store.store import LeagueStore


class Placed(NamedTuple):
    """A team's place in an event."""

    team: int
    place: int
    """Counted from 1; tied teams share the better place."""
    points: float


def places(store: LeagueStore, event: Event) -> list[Placed]:
    """The places of the teams in an event, best first.

    A knock-out ranks by rounds survived, every other kind by points; baselines get no place.

    Raises:
        InvalidSetting: when the event has not begun.
    """
    tournament = event_tournament(store, event)
    plan, tallies = tournament.settings.plan, count(store.arena.results(tournament))
    rounds = None
    if tournament.settings.kind == "knockout":
        rounds = rounds_survived(plan, store.arena.winners(tournament.id))
    players = store.players.all()
    found = []
    for at, name in enumerate(tournament.names):
        team = players[event.plan.entrants[at]].team
        if team is not None:
            points = total_of(name, tallies).total.points
            found.append((points if rounds is None else rounds[at], team, points))
    placed = [
        Placed(team, 1 + sum(other > key for other, *_ in found), points)
        for key, team, points in found
    ]
    return sorted(placed, key=lambda one: (one.place, one.team))


def shown_names(store: LeagueStore) -> dict[int, str]:
    """The name of each team that others may see: its alias, if the league shows aliases."""
    by_alias = store.settings.shows_aliases
    return {team.id: (team.alias if by_alias else team.name) for team in store.teams.all()}


def shown_tournament(store: LeagueStore, event: Event) -> Tournament:
    """The tournament of an event as others may see it: with `shown_names` and no file names.

    Raises:
        InvalidSetting: when the event has not begun.
    """
    tournament = event_tournament(store, event)
    numbers, names = store.versions.numbers(), shown_names(store)
    players = store.players.all()
    agents = tuple(
        Entrant(player.name, player.spec)
        if player.team is None
        else Entrant(names[player.team], f"version {numbers[player.version_id]}")
        for player in (players[place] for place in event.plan.entrants)
    )
    return tournament._replace(settings=replace(tournament.settings, agents=agents))
