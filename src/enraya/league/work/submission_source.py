"""Jobs for the queue of submissions: the next step of each version, and what its result changes."""

import re

from enraya.league.model.records import VersionState
from enraya.league.store.content import UNPACKED, with_own_file_name
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import TRIALS, StepResult, SubmissionJob
from enraya.texts import Sentence
from enraya.work import MOST_DEATHS

_FOLDERS = re.compile(rf"/(?:[^'\"/]+/)*{UNPACKED}/[0-9a-f]+/")
"""The path of the folder in which a submission is unpacked, as messages show it."""


class SubmissionSource:
    """A source of jobs for submissions; each version has at most one job at a time."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._busy: set[int] = set()
        self._deaths: dict[int, int] = {}

    def next(self) -> SubmissionJob | None:
        """A job for the next step of the first version in the queue without a job, if any."""
        store = self._store
        for version in store.versions.queue():
            if version.id not in self._busy:
                self._busy.add(version.id)
                trial = min(len(store.versions.trials(version.id)), TRIALS - 1)
                return SubmissionJob(str(store.folder), version, store.settings, trial)
        return None

    def keep(self, job: SubmissionJob, result: StepResult) -> None:
        """Stores the result of a step, in one transaction.

        A version becomes active once it has played all its trial games without a fault.
        """
        number, before, versions = job.version.id, job.version.state, self._store.versions
        after = result.state
        with self._store.database.transaction():
            if before is VersionState.COMPILED:
                versions.add_trial(number, job.trial, result.game)
            if after is VersionState.ACTIVE and len(versions.trials(number)) < TRIALS:
                after = before
            reason = with_own_file_name(_without_folders(result.reason), versions.get(number).file)
            is_moved = versions.move(number, [before], after, reason=reason, spec=result.spec)
            if is_moved and after is VersionState.ACTIVE:
                self._store.players.activate(versions.get(number))
        self._busy.discard(number)
        self._deaths.pop(number, None)

    def lost(self, job: SubmissionJob) -> None:
        """Counts a failed job; after `MOST_DEATHS` in a row the version becomes `FAILED`."""
        number = job.version.id
        self._busy.discard(number)
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] >= MOST_DEATHS:
            why = Sentence("league.why_crashed")
            with self._store.database.transaction():
                self._store.versions.move(
                    number, [job.version.state], VersionState.FAILED, reason=why
                )


def _without_folders(reason: str) -> str:
    """A reason without the paths of folders on this machine.

    >>> _without_folders("'/srv/ia/unpacked/5eb24eb30ab88b9e/agent.py' is too long")
    "'agent.py' is too long"
    """
    if not isinstance(reason, Sentence):
        return _FOLDERS.sub("", reason)
    if reason.key == "fault.no_agent":
        return Sentence("fault.holds_none")
    values = reason.values.items()
    said = {
        name: _without_folders(value) if isinstance(value, str) else value for name, value in values
    }
    return Sentence(reason.key, **said)
