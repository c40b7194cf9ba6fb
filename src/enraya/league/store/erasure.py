"""What is deleted when a team is erased: names, sources, and all words of theirs; results stay."""

import shutil

from enraya.errors import StoreFailure
from enraya.heuristics.userfile import PREFIX
from enraya.league.model.records import TeamState, Version
from enraya.league.store.content import UNPACKED, blob_path
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

_SILENCE = "UPDATE games SET reason = termination WHERE reason != '' AND tournament = ? AND "
"""Deletes what agents said when they failed in some games."""


def erase_names(store: LeagueStore, team: int) -> None:
    """Replaces all names of a team by its number; inside a transaction."""
    name = f"team {team}"
    store.database.execute(
        "UPDATE teams SET name = ?, alias = ?, members = '[]', state = ? WHERE id = ?",
        name, name, TeamState.ERASED, team,
    )  # fmt: skip
    store.database.execute("UPDATE log SET details = '' WHERE team = ?", team)


def erase_sources(store: LeagueStore, team: int) -> None:
    """Deletes what a team has sent, unless another team sent the same.

    Raises:
        InvalidSetting: when something cannot be deleted.
    """
    others = {version.digest for version in store.versions.all() if version.team != team}
    for version in store.versions.all(team):
        if version.digest not in others:
            _delete_source(store, version)


def _delete_source(store: LeagueStore, version: Version) -> None:
    path = blob_path(store.folder, version.digest)
    unpacked = store.folder / version.spec.removeprefix(PREFIX)
    try:
        if unpacked.parent.parent == store.folder / UNPACKED:  # never what no team has sent
            shutil.rmtree(unpacked.parent, ignore_errors=True)
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreFailure(f"cannot delete {str(path)!r}: {error.strerror}") from None


def erase_words(store: LeagueStore, team: int) -> None:
    """Deletes what a team's files are called and what its agents said; inside a transaction."""
    execute = store.database.execute
    execute(
        "UPDATE versions SET file = '', reason = '', sentence = '', request = id WHERE team = ?",
        team,
    )
    execute("DELETE FROM trials WHERE version IN (SELECT id FROM versions WHERE team = ?)", team)
    execute("DELETE FROM published WHERE what LIKE ?", f"% {team}")
    own = [player.place for player in store.players.all() if player.team == team]
    for place in own:
        execute(f"{_SILENCE}(first = ? OR second = ?)", LADDER, place, place)
    for event in events(store):
        seats = [seat for seat, place in enumerate(event.plan.entrants) if place in own]
        for seat in seats if event.tournament is not None else []:
            execute(f"{_SILENCE}(first = ? OR second = ?)", event.tournament, seat, seat)
