"""What the operator of a web laboratory decides, and the bounds that hold for every client."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from enraya.arena.store.database import FILE_NAME
from enraya.platform import cores

MAX_SECONDS = 30.0
"""The longest that an agent may think about a move, or the solver about a position."""
MIN_SECONDS = 0.01
MAX_BODY_BYTES = 200_000
MAX_MOVES = 400
"""Longer than any game that someone plays, under any rule set."""
MAX_AGENT_TEXT = 300
MAX_NAME = 40
"""Characters of what owners call their games, agents and runs."""
DAY_SECONDS = 24 * 3600.0


class Share(NamedTuple):
    """How much of something a browser, an address and all visitors together may have.

    The last part of the total, ``reserve``, is only for addresses that have less than `modest`, so
    that a few visitors cannot use up what all share.
    """

    session: int
    """The most that one browser may have."""
    address: int
    """The most for one address: an IPv4 address, or an IPv6 network of 64 bits."""
    total: int
    reserve: int

    @property
    def modest(self) -> int:
        """An address that has less than this may use the reserve."""
        return max(1, self.session // 4)


class Limits(NamedTuple):
    """How much visitors may use; the operator has no limits but the totals."""

    games: Share = Share(500, 5_000, 50_000, 5_000)
    """Kept; a browser's oldest game gives way to its newest."""
    links: Share = Share(50, 1_000, 10_000, 1_000)
    """Games by link kept."""
    uploads: Share = Share(20, 100, 1_000, 200)
    """Agents kept."""
    runs: Share = Share(30, 120, 1_000, 200)
    """Tournaments, evolutions and training runs kept."""
    models: Share = Share(5, 20, 50, 10)
    """Training runs among them, each of which may keep some megabytes."""
    waiting_runs: Share = Share(3, 8, 40, 10)
    """Runs that wait for their turn."""
    sessions: Share = Share(1, 1_000, 100_000, 10_000)
    """Browsers known."""
    questions: Share = Share(6, 200, 400, 100)
    """Moves, analyses and trials of agents asked for at once."""
    streams: Share = Share(8, 100, 600, 100)
    """Live pages of runs."""
    link_streams: Share = Share(16, 200, 900, 200)
    """Live pages of games by link, which cost next to nothing between moves."""
    connections: Share = Share(32, 250, 2_000, 500)
    """Network connections."""
    requests: int = 100
    """Requests of one address in a second, on average over some seconds."""


KEPT_SECONDS = {
    "unplayed game": 2 * DAY_SECONDS,
    "game": 90 * DAY_SECONDS,
    "run": 90 * DAY_SECONDS,
    "upload": 90 * DAY_SECONDS,
    "session": 180 * DAY_SECONDS,
}
"""How long things of visitors are kept after they were last used; the operator's stay."""


def default_store() -> Path:
    """Where games are kept by default."""
    return user_data_path("enraya") / "laboratory"


def built_manual() -> Path | None:
    """The folder of the documentation as a site, if it was built."""
    folder = Path(__file__).parents[1] / "site"
    return folder if (folder / "index.html").is_file() else None


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a laboratory runs."""

    store: Path = field(default_factory=default_store)
    """A folder for the database and everything else that must survive a restart."""
    games: Path | None = None
    """The file of tournaments, where it is not in that folder."""
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
    others: tuple[str, ...] = ()
    """The addresses under which others can open it, the best first."""
    workers: int = field(default_factory=cores)
    """How many long questions are answered at once."""
    solved: Path | None = None
    """The file of scores that took long to find, if they are kept."""
    manual: Path | None = field(default_factory=built_manual)
    """The folder of the documentation, if it is offered."""
    table_mb: int = 64
    """The memory of each worker's solver."""
    limits: Limits = field(default_factory=Limits)
    """How much visitors may use."""
    max_body_bytes: int = MAX_BODY_BYTES
    """The most bytes that a request may have."""

    def __post_init__(self) -> None:
        # Only absolute paths are recognised in what visitors are told, and left out.
        object.__setattr__(self, "store", self.store.absolute())

    @property
    def games_file(self) -> Path:
        """The file of tournaments."""
        return self.games or self.store / FILE_NAME

    @property
    def is_personal(self) -> bool:
        """Whether only the person at this machine, who runs the laboratory, can reach it."""
        is_reached = self.proxies or self.names
        return self.is_local and not self.has_operator and not is_reached
