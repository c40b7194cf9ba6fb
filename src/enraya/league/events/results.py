"""What came of an event: places, the tournament under the names that may be shown, a replay."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.pairing import Pairing
from enraya.arena.plan.schedule import rounds_survived
from enraya.arena.statistics.tally import count, total_of
from enraya.arena.store.store import Tournament
from enraya.league.events.plan import Event
from enraya.league.events.store import event_tournament
from enraya.league.playing.jobs import PlayJob, perform
from enraya.league.playing.orders import event_job
from enraya.league.records import Player
from enraya.league.store.store import LeagueStore
from enraya.work import stream_jobs


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
    numbers: dict[int | None, int] = {one.id: one.number for one in store.versions.all()}
    players = store.players.all()

    def shown(player: Player) -> Entrant:
        if player.team is None:
            return Entrant(player.name, player.spec)
        shown_as = names.get(player.team, player.name)
        return Entrant(shown_as, f"version {numbers[player.version]}")

    agents = tuple(shown(players[place]) for place in event.plan.entrants)
    return tournament._replace(settings=replace(tournament.settings, agents=agents))


class Replayed(NamedTuple):
    """A game of an event, played again."""

    game: Pairing
    is_same: bool


def replay(
    store: LeagueStore, event: Event, *, engine: str = "processes", workers: int | None = None
) -> Iterator[Replayed]:
    """Plays every game of an event again, and compares the moves; nothing is stored.

    Games are the same where moves are limited by nodes or not at all, and the agents do not
    depend on anything but the moves and their seed.
    """
    tournament = event_tournament(store, event)
    rows = {row.pairing: row for _, row in store.arena.rows(tournament.id)}
    settings, folder = store.settings, store.folder
    jobs = [PlayJob(tournament.id, event_job(game, tournament, settings, folder)) for game in rows]
    for done in stream_jobs(perform, jobs, engine=engine, workers=workers):
        (order,) = done.job.game.orders  # type: ignore[union-attr]
        before, again = rows[order.pairing], done.answer
        is_same = (before.moves, before.winner) == (again.moves, again.winner)  # type: ignore[union-attr]
        yield Replayed(order.pairing, is_same)
