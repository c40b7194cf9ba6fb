"""What a league knows, as plain values: its teams, their versions, and what was done."""

from dataclasses import dataclass
from enum import StrEnum


class TeamState(StrEnum):
    """Whether a team takes part."""

    PLAYING = "playing"
    REMOVED = "removed"
    """The operator has taken it out: its links are void, its results stay."""
    ERASED = "erased"
    """Removed, and its names and sources are gone."""


class VersionState(StrEnum):
    """What has become of a submission; the order is that of the ordinary path."""

    RECEIVED = "received"
    """Stored; nothing has looked at it."""
    CHECKED = "checked"
    """It is a source that may be compiled."""
    COMPILED = "compiled"
    """It is a program; its trial games are being played."""
    ACTIVE = "active"
    """It plays for its team."""
    RETIRED = "retired"
    """It was active, and may be chosen again."""
    REJECTED = "rejected"
    """Its author's fault; the reason says what to mend."""
    FAILED = "failed"
    """Our fault, not its author's; the operator can have it tried again."""
    REPLACED = "replaced"
    """A newer version came before it had its turn."""
    OVER_QUOTA = "over quota"
    """Kept, not run: the team had sent as many as it may in a day."""
    LATE = "late"
    """Kept, not run: it came after the deadline; the operator decides."""

    @property
    def is_waiting(self) -> bool:
        """Whether it is in the queue."""
        return self in WAITING


WAITING = (VersionState.RECEIVED, VersionState.CHECKED, VersionState.COMPILED)
"""The states of versions that are in the queue."""


@dataclass(frozen=True, slots=True)
class Team:
    """One or more students."""

    id: int
    name: str
    """What the operator and the team itself see."""
    alias: str
    """What all others see."""
    members: tuple[str, ...]
    state: TeamState
    created: float
    """When it joined, in seconds since 1970, as all times here."""

    @property
    def is_playing(self) -> bool:
        """Whether it takes part."""
        return self.state is TeamState.PLAYING


@dataclass(frozen=True, slots=True)
class Version:
    """One submission of a team."""

    id: int
    team: int
    number: int
    """Counted from 1 for each team."""
    file: str
    """The name under which it was sent."""
    digest: str
    """SHA-256 of the content, which names the file that keeps it."""
    bytes: int
    received: float
    state: VersionState
    reason: str
    """Why it is in this state, where there is something to say; in English. For a fault it ends
    with the last lines that the compiler or the agent printed."""
    sentence: str
    """The same for any language, as the JSON of a `Sentence`, where it has one."""
    is_late: bool
    spec: str
    """The agent's text, relative to the folder of the league; empty until it is checked."""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """Something that the operator or a team did."""

    id: int
    time: float
    who: str
    """``operator``, or ``team 3``."""
    action: str
    """What was done, such as ``join``."""
    team: int | None
    """The team it concerns, which may read it."""
    details: str
    reason: str
