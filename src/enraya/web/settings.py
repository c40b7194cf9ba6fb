"""What the operator of a web laboratory decides, and the bounds that hold for every client."""

import os
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from platformdirs import user_data_path

MAX_SECONDS = 30.0
"""The longest that an agent may think about a move, or the solver about a position."""
MIN_SECONDS = 0.01
MAX_BODY_BYTES = 200_000
MAX_MOVES = 400
"""Longer than any game that someone plays, under any rule set."""
MAX_AGENT_TEXT = 300


def default_store() -> Path:
    """Where games are kept by default."""
    return user_data_path("enraya") / "laboratory"


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a laboratory runs."""

    store: Path = field(default_factory=default_store)
    """A folder for the database and everything else that must survive a restart."""
    allow_uploads: bool = False
    """Whether clients may run their own Python files here."""
    unsafe: bool = False
    """Whether they may even where no sandbox protects the machine; every page says so."""
    is_local: bool = True
    """Whether only this machine may address the laboratory."""
    has_operator: bool = False
    """Whether only browsers that were made the operator's have its rights, even locally."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Where reverse proxies connect from whose word about visitors is trusted."""
    names: frozenset[str] = frozenset()
    """Names under which visitors may address it beside those of this machine."""
    workers: int = field(default_factory=cores)
    """How many long questions are answered at once."""
    table_mb: int = 64
    """The memory of each worker's solver."""
    max_waiting: int = 400
    """How many questions may wait in all before the answer is "busy"."""
    max_waiting_each: int = 6
    """How many questions of one client may wait or run at once."""

    @property
    def is_personal(self) -> bool:
        """Whether everybody who reaches the laboratory sits at this machine and runs it."""
        return self.is_local and not self.has_operator
