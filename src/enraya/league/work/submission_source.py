"""The queue of submissions: what is to be done next for each, and what its result means."""

import re

from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.league.model.records import Version, VersionState
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.content import UNPACKED, in_its_own_name
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import CheckJob, CompileJob, Job, StepResult, TrialJob, Whose, one_game
from enraya.texts import Sentence
from enraya.work import MOST_DEATHS

TRIAL_OPPONENTS = ("random", "level(1)")
TRIALS = 2 * len(TRIAL_OPPONENTS)
"""Games that a submission plays before it is active: each opponent twice, once on each side."""
_STEPS = {CheckJob: VersionState.RECEIVED, CompileJob: VersionState.CHECKED,
          TrialJob: VersionState.COMPILED}  # fmt: skip
"""The state that each kind of job finds a submission in."""
_FOLDERS = re.compile(rf"/(?:[^'\"/]+/)*{UNPACKED}/[0-9a-f]+/")
"""Where a submission is unpacked."""


class SubmissionSource:
    """Jobs for submissions; each version has at most one at a time."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._busy: set[int] = set()
        self._deaths: dict[int, int] = {}

    def next(self) -> Job | None:
        """The next step of the version whose turn it is."""
        for version in self._store.versions.queue():
            if version.id not in self._busy:
                self._busy.add(version.id)
                return self._step(version)
        return None

    def _step(self, version: Version) -> Job:
        settings, folder = self._store.settings, str(self._store.folder)
        if version.state is VersionState.RECEIVED:
            return CheckJob(folder, version, settings)
        if version.state is VersionState.CHECKED:
            return CompileJob(folder, version.id, version.spec, settings.rules, settings.memory_mb)
        number = len(self._store.versions.trials(version.id))
        return self._trial(version, min(number, TRIALS - 1), settings)

    def _trial(self, version: Version, number: int, settings: LeagueSettings) -> TrialJob:
        side, opponent = 1 + number % 2, TRIAL_OPPONENTS[number // 2]
        specs = (version.spec, opponent) if side == 1 else (opponent, version.spec)
        seed = derive_seed("trial", settings.seed, version.spec, number)
        game = one_game(Pairing(0, 1, number), specs, "", seed, settings, self._store.folder)
        return TrialJob(version.id, number, side, game)

    def keep(self, job: CheckJob | CompileJob | TrialJob, result: StepResult) -> None:
        """Writes down what came of a step, in one transaction."""
        number = job.version.id if isinstance(job, CheckJob) else job.version_id
        before = [_STEPS[type(job)]]
        versions = self._store.versions
        with self._store.database.transaction():
            if isinstance(job, TrialJob):
                versions.add_trial(number, job.number, result.game)
            after = self._after(job, result)
            reason = in_its_own_name(_said(result.reason), versions.get(number).file)
            if (
                versions.move(number, before, after, reason=reason, spec=result.spec)
                and after is VersionState.ACTIVE
            ):
                self._store.players.activate(versions.get(number))
        self._busy.discard(number)
        self._deaths.pop(number, None)

    def _after(self, job: Job, result: StepResult) -> VersionState:
        if result.whose is Whose.AUTHOR:
            return VersionState.REJECTED
        if result.whose is Whose.OURS:
            return VersionState.FAILED
        if isinstance(job, CheckJob):
            return VersionState.CHECKED
        if isinstance(job, TrialJob) and len(self._store.versions.trials(job.version_id)) >= TRIALS:
            return VersionState.ACTIVE
        return VersionState.COMPILED

    def lost(self, job: CheckJob | CompileJob | TrialJob) -> None:
        """Notes a failed job; after `MOST_DEATHS` of them the version is given up."""
        number = job.version.id if isinstance(job, CheckJob) else job.version_id
        self._busy.discard(number)
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] >= MOST_DEATHS:
            with self._store.database.transaction():
                self._store.versions.move(
                    number, [_STEPS[type(job)]], VersionState.FAILED,
                    reason=Sentence("league.why_crashed"),
                )  # fmt: skip


def _said(reason: str) -> str:
    """A reason without the folders of this machine.

    >>> _said("'/srv/ia/unpacked/5eb24eb30ab88b9e/agent.py' is too long")
    "'agent.py' is too long"
    """
    if not isinstance(reason, Sentence):
        return _FOLDERS.sub("", reason)
    if reason.key == "fault.no_agent":
        return Sentence("fault.holds_none")
    values = reason.values.items()
    said = {name: _said(value) if isinstance(value, str) else value for name, value in values}
    return Sentence(reason.key, **said)
