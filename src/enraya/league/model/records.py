"""Teams, their versions and the entries of the log, as plain values."""

from dataclasses import dataclass
from enum import StrEnum


class TeamState(StrEnum):
    """Whether a team takes part in the league."""

    PLAYING = "playing"
    REMOVED = "removed"
    """The operator has removed the team: its links no longer work, its results stay."""
    ERASED = "erased"
    """The team is removed, and its names and sources are deleted."""


class VersionState(StrEnum):
    """How far along a submission is; the first four states are in their usual order."""

    RECEIVED = "received"
    """It is stored, but not checked yet."""
    CHECKED = "checked"
    """It holds a valid source, which is compiled next."""
    COMPILED = "compiled"
    """It compiles and starts; its trial games are played next."""
    ACTIVE = "active"
    """It plays for its team."""
    RETIRED = "retired"
    """It was active; the team or the operator may choose it again."""
    REJECTED = "rejected"
    """It cannot play because of a mistake by its author; the reason says what to fix."""
    FAILED = "failed"
    """The league could not try it, through no fault of its author; the operator can retry it."""
    REPLACED = "replaced"
    """A newer version arrived, or the team was removed, while it was in the queue."""
    OVER_QUOTA = "over quota"
    """It is stored but not run: the team had reached its daily quota."""
    LATE = "late"
    """It is stored but not run: it arrived after the deadline, and the operator decides."""

    @property
    def is_waiting(self) -> bool:
        """Whether a version in this state is in the queue."""
        return self in WAITING


WAITING = (VersionState.RECEIVED, VersionState.CHECKED, VersionState.COMPILED)
"""The states of versions that are in the queue."""


@dataclass(frozen=True, slots=True)
class Team:
    """One or more students who submit agents together."""

    id: int
    name: str
    """The name that the operator and the team itself see."""
    alias: str
    """The name that all others see, unless the league shows real names."""
    members: tuple[str, ...]
    state: TeamState
    created: float
    """When the team joined, in seconds since 1970, like all times in this module."""

    @property
    def is_playing(self) -> bool:
        """Whether the team takes part in the league."""
        return self.state is TeamState.PLAYING


@dataclass(frozen=True, slots=True)
class Version:
    """One submission of a team."""

    id: int
    team: int
    number: int
    """Counted from 1 for each team."""
    file: str
    """The file name under which it was sent."""
    digest: str
    """The SHA-256 of the content; it also names the file in which the league stores it."""
    bytes: int
    received: float
    state: VersionState
    reason: str
    """Why the version is in this state, in English; empty if there is nothing to explain. For a
    fault it ends with the last lines that the compiler or the agent printed."""
    sentence: str
    """The reason as the JSON of a `Sentence`, for any language; empty if there is only English."""
    is_late: bool
    spec: str
    """The agent's text, with a path relative to the league's folder; empty until it is checked."""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An entry of the log: something that the operator, a team or the league itself did."""

    id: int
    time: float
    who: str
    """Who did it, such as ``operator``, ``team 3`` or ``league``."""
    action: str
    """What was done, such as ``join``."""
    team: int | None
    """The team that the action concerns, which may read the entry; None if it concerns none."""
    details: str
    reason: str
