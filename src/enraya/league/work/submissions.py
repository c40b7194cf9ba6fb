"""Receiving submissions, and what the operator and the teams decide about them later."""

import shutil
from time import time

from enraya.errors import InvalidSetting, StoreFailure
from enraya.heuristics.userfile import PREFIX
from enraya.league.model.records import TeamState, Version, VersionState
from enraya.league.store.content import UNPACKED, blob_path, check_upload, keep, unpack
from enraya.league.store.events import events
from enraya.league.store.log import OPERATOR, check_reason
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.store.versions import DAY_SECONDS, Receipt
from enraya.texts import Sentence

MOST_KEPT = 3
"""A team may send this many times its quota in a day: submissions over the quota are stored but not
run, and further ones are refused."""


class TooManySubmissions(InvalidSetting):
    """A team has sent so many submissions within a day that no more are accepted."""


def receive(store: LeagueStore, team: int, file: str, content: bytes, request: str) -> Version:
    """Stores a submission as a new version of its team and puts it into the queue.

    A submission that is late or over the daily quota is stored outside the queue.

    Args:
        store: of the league.
        team: the team that sent it, which must take part.
        file: the file name under which it was sent.
        content: the bytes that were sent.
        request: a word that the sender chose; if the team has used it before, the version received
            then is returned and nothing is stored.

    Raises:
        TooManySubmissions: when the team has sent `MOST_KEPT` times its quota within a day.
        InvalidSetting: when it cannot be a submission, or cannot be stored.
    """
    known = store.versions.known(team, request)
    if known is not None:
        return known
    settings = store.settings
    check_upload(file, content, settings)
    if store.versions.sent_since(team, time() - DAY_SECONDS) >= MOST_KEPT * settings.quota:
        raise TooManySubmissions(Sentence("league.upload_many", most=MOST_KEPT * settings.quota))
    digest = keep(store.folder, content)
    with store.database.transaction():
        known = store.versions.known(team, request)
        if known is not None:
            return known
        now = store.note_time()
        is_late, state, why = settings.is_late(now), VersionState.RECEIVED, ""
        if is_late:
            state, why = VersionState.LATE, Sentence("league.why_late", deadline=settings.deadline)
        elif store.versions.sent_since(team, now - DAY_SECONDS) >= settings.quota:
            state = VersionState.OVER_QUOTA
            why = Sentence("league.why_quota", quota=settings.quota)
        receipt = Receipt(request, file, digest, len(content), now)
        return store.versions.add(team, receipt, state, is_late=is_late, reason=why)


def unpack_missing(store: LeagueStore) -> None:
    """Unpacks every checked submission whose files are missing, as after restoring a backup."""
    settings = store.settings
    erased = {team.id for team in store.teams.all() if team.state is TeamState.ERASED}
    for version in store.versions.all():
        if version.spec and version.team not in erased:
            unpack(store.folder, version, settings)


_ACCEPTABLE = (
    VersionState.LATE,
    VersionState.OVER_QUOTA,
    VersionState.FAILED,
    VersionState.REJECTED,
    VersionState.REPLACED,
)


def accept(store: LeagueStore, version: Version, reason: str) -> None:
    """Puts a version into the queue that was late, over quota, failed, rejected or replaced.

    Raises:
        InvalidSetting: when it is in the queue already or was active, or no reason is given.
    """
    reason = check_reason(reason)
    with store.database.transaction():
        store.versions.forget_trials(version.id)
        if not store.versions.move(version.id, _ACCEPTABLE, VersionState.RECEIVED):
            raise InvalidSetting(Sentence("league.not_aside", state=version.state))
        details = {"version": version.number}
        store.log.add("accept", team=version.team, details=details, reason=reason)


def choose(store: LeagueStore, version: Version, *, who: str = OPERATOR, reason: str = "") -> None:
    """Makes a retired version the active one of its team again.

    Raises:
        InvalidSetting: when it is not retired, a team asks for it after the deadline, or the
            operator gives no reason.
    """
    settings = store.settings
    if who == OPERATOR:
        reason = check_reason(reason)
    with store.database.transaction():
        now = store.note_time()
        if who != OPERATOR and settings.is_late(now):
            raise InvalidSetting(Sentence("league.too_late", deadline=settings.deadline))
        if not store.versions.move(version.id, [VersionState.RETIRED], VersionState.ACTIVE):
            raise InvalidSetting(Sentence("league.never_played", number=version.number))
        store.players.activate(store.versions.get(version.id))
        details = {"version": version.number}
        store.log.add("choose", who=who, team=version.team, details=details, reason=reason)


def remove_team(store: LeagueStore, team: int, reason: str) -> None:
    """Removes a team: its link no longer works, its versions get no more games, its results stay.

    Raises:
        InvalidSetting: when the team is removed already, or no reason is given.
    """
    reason = check_reason(reason)
    with store.database.transaction():
        if not store.teams.get(team).is_playing:
            raise InvalidSetting(Sentence("league.is_removed"))
        store.teams.set_state(team, TeamState.REMOVED)
        _stop(store, team)
        store.log.add("remove", team=team, reason=reason)


def return_team(store: LeagueStore, team: int, reason: str) -> None:
    """Readmits a removed team, with the version that was active last.

    Raises:
        InvalidSetting: when the team takes part or is erased, or no reason is given.
    """
    reason = check_reason(reason)
    with store.database.transaction():
        if store.teams.get(team).state is not TeamState.REMOVED:
            raise InvalidSetting(Sentence("league.not_removed"))
        store.teams.set_state(team, TeamState.PLAYING)
        active = [v for v in store.versions.all(team) if v.state is VersionState.ACTIVE]
        for version in active:
            store.players.activate(version)
        store.log.add("return", team=team, reason=reason)


def erase_team(store: LeagueStore, team: int, reason: str) -> None:
    """Permanently deletes a team's names, its sources and whatever its agents printed.

    The team is removed; its results stay, under its number.

    Raises:
        InvalidSetting: when no reason is given, or a file cannot be deleted.
    """
    reason, name, database = check_reason(reason), f"team {team}", store.database
    with database.transaction():
        _stop(store, team)
        database.execute(
            "UPDATE teams SET name = ?, alias = ?, members = '[]', state = ? WHERE id = ?",
            name, name, TeamState.ERASED, team,
        )  # fmt: skip
        database.execute("UPDATE log SET details = '' WHERE team = ?", team)
        store.log.add("erase", team=team, reason=reason)
    erase_sources(store, team)
    with database.transaction():
        _erase_words(store, team)
    database.compact()


def erase_sources(store: LeagueStore, team: int) -> None:
    """Deletes the files of a team's submissions, except content that another team sent too.

    Raises:
        InvalidSetting: when a file cannot be deleted.
    """
    others = {version.digest for version in store.versions.all() if version.team != team}
    for version in store.versions.all(team):
        if version.digest in others:
            continue
        path = blob_path(store.folder, version.digest)
        unpacked = store.folder / version.spec.removeprefix(PREFIX)
        try:
            if unpacked.parent.parent == store.folder / UNPACKED:  # never other folders
                shutil.rmtree(unpacked.parent, ignore_errors=True)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreFailure(f"cannot delete {str(path)!r}: {error.strerror}") from None


_FORGET_REASON = "UPDATE games SET reason = termination WHERE reason != '' AND tournament = ? AND "
"""SQL that replaces the reason of games with a fault, which may quote an agent, with its kind."""


def _erase_words(store: LeagueStore, team: int) -> None:
    """Deletes the names of a team's files and what its agents printed; call it in a transaction."""
    execute = store.database.execute
    execute(
        "UPDATE versions SET file = '', reason = '', sentence = '', request = id WHERE team = ?",
        team,
    )
    execute("DELETE FROM trials WHERE version IN (SELECT id FROM versions WHERE team = ?)", team)
    execute("DELETE FROM published WHERE what LIKE ?", f"% {team}")
    own = [player.place for player in store.players.all() if player.team == team]
    for place in own:
        execute(f"{_FORGET_REASON}(first = ? OR second = ?)", LADDER, place, place)
    for event in events(store):
        seats = [seat for seat, place in enumerate(event.plan.entrants) if place in own]
        for seat in seats if event.tournament is not None else []:
            execute(f"{_FORGET_REASON}(first = ? OR second = ?)", event.tournament, seat, seat)


def _stop(store: LeagueStore, team: int) -> None:
    store.players.deactivate(team)
    store.access.revoke("team", team)
    for version in store.versions.all(team):
        if version.state.is_waiting:
            why = Sentence("league.why_removed")
            store.versions.move(version.id, [version.state], VersionState.REPLACED, reason=why)
