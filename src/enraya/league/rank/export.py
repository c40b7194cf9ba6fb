"""An anonymous export of a league: settings, games, ratings and grades for other programs.

The export is a .zip archive of CSV tables and JSON files. Teams are numbers, versions are named
like ``team 3 v2``; it holds no names or aliases of teams, no sources, and nothing that an agent
printed.
"""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from enraya.arena.plan.schedule import Pairing
from enraya.league.model.ladder import pair_of
from enraya.league.rank.event_results import places
from enraya.league.rank.grades import make_grades
from enraya.league.rank.ratings import rate_players
from enraya.league.rank.results import read_results
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

FORMAT = 1
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in the archive: fixed, so that the same league gives the same
bytes."""
_PLAYERS = """
SELECT place, name, players.team, number, predecessor, is_active, coalesce(is_late, 0)
FROM players LEFT JOIN versions ON versions.id = players.version ORDER BY place
"""
_PLAYER_COLUMNS = ("player", "name", "team", "version", "predecessor", "active", "late")
_GAMES = """
SELECT games.id, first, second, opening, winner, termination, moves, seed,
    excluded.game IS NOT NULL, judged.first_moves, first_losing, judged.second_moves, second_losing
FROM games LEFT JOIN excluded ON excluded.game = games.id
LEFT JOIN judged ON judged.game = games.id WHERE tournament = ? ORDER BY games.id
"""
_GAME_COLUMNS = (
    "game", "first", "second", "pair", "opening", "winner", "termination", "moves", "seed",
    "excluded", "first_judged", "first_losing", "second_judged", "second_losing",
)  # fmt: skip


def export_league(store: LeagueStore) -> bytes:
    """The bytes of the .zip archive with the league's export."""
    files = {
        "league.json": _json(_settings(store)),
        "players.csv": _csv(_PLAYER_COLUMNS, store.database.query(_PLAYERS)),
        "ladder.csv": _games(store, LADDER),
        "ratings.csv": _ratings(store),
        "grades.json": _json([grade.to_object() for grade in make_grades(store)]),
    }
    for event in events(store):
        if event.tournament is not None:
            files[f"event-{event.id}.csv"] = _games(store, event.tournament)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), text, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _settings(store: LeagueStore) -> dict[str, Any]:
    settings = asdict(store.settings) | {"grading": store.settings.grading_rules.to_object()}
    listed = [
        {
            "event": event.id, "name": event.name, "kind": event.plan.kind,
            "seed": event.plan.seed, "starts": event.starts, "state": event.state.value,
            "players": list(event.plan.entrants),
            "places": [one._asdict() for one in places(store, event)] if event.tournament else [],
        }
        for event in events(store)
    ]  # fmt: skip
    return {"format": FORMAT, "settings": settings, "events": listed}


def _json(value: object) -> str:
    return json.dumps(value, indent=1, sort_keys=True) + "\n"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return made.getvalue()


def _games(store: LeagueStore, tournament: int) -> str:
    """The games of the ladder or of an event as CSV; an event numbers players by its entrants."""
    held, players, settings = (
        store.arena.tournament(tournament),
        store.players.all(),
        store.settings,
    )
    rows = []
    for number, first, second, opening, *rest in store.database.query(_GAMES, tournament):
        pair = opening
        if tournament == LADDER:
            pair = pair_of(Pairing(first, second, opening), players, settings).number
        rows.append((number, first, second, pair, held.opening(opening), *rest))
    return _csv(_GAME_COLUMNS, rows)


def _ratings(store: LeagueStore) -> str:
    players = store.players.all()
    rated = rate_players(players, read_results(store))
    rows = [
        (player.place, *(round(value, 3) for value in (one.elo, one.low, one.high)), one.unbounded)
        for player, one in zip(players, rated.ratings, strict=True)
    ]
    return _csv(("player", "elo", "low", "high", "unbounded"), rows)
