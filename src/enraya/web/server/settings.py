"""The settings of a server, and the limits that hold for every client."""

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from enraya.arena.store.database import FILE_NAME
from enraya.platform import cores

MAX_SECONDS = 30.0
"""How many seconds an agent may think about a move, or the solver about a position."""
MIN_SECONDS = 0.01
MAX_BODY_BYTES = 200_000
MAX_MOVES = 400
"""The most moves of a game; no real game has as many, under any rule set."""
MAX_AGENT_TEXT = 300
MAX_NAME = 40
"""The most characters of the names that owners give games, agents and runs."""
DAY_SECONDS = 24 * 3600.0


class Share(NamedTuple):
    """How much of something a browser, an address and all visitors together may have.

    The last ``reserve`` of the total is only for addresses that have less than `modest`, so that a
    few visitors cannot use up what all share.
    """

    session: int
    """The most for one browser."""
    address: int
    """The most for one address: an IPv4 address, or an IPv6 network of 64 bits."""
    total: int
    reserve: int

    @property
    def modest(self) -> int:
        """Only an address that has less than this may use the reserve."""
        return max(1, self.session // 4)


class Limits(NamedTuple):
    """How much visitors may use; the operator is bound only by the totals."""

    games: Share = Share(500, 5_000, 50_000, 5_000)
    """Games kept; a browser's oldest game makes room for its newest."""
    links: Share = Share(50, 1_000, 10_000, 1_000)
    """Games by link kept."""
    uploads: Share = Share(20, 100, 1_000, 200)
    """Uploaded agents kept."""
    runs: Share = Share(30, 120, 1_000, 200)
    """Tournaments, evolutions and training runs kept."""
    models: Share = Share(5, 20, 50, 10)
    """Training runs kept, each of which may take some megabytes."""
    waiting_runs: Share = Share(3, 8, 40, 10)
    """Runs that wait for their turn."""
    sessions: Share = Share(1, 1_000, 100_000, 10_000)
    """Browsers that have a session."""
    questions: Share = Share(6, 200, 400, 100)
    """Moves, analyses and trials of agents requested at the same time."""
    streams: Share = Share(8, 100, 600, 100)
    """Live pages of runs and analyses."""
    link_streams: Share = Share(16, 200, 900, 200)
    """Live pages of games by link, which cost next to nothing between moves."""
    connections: Share = Share(32, 250, 2_000, 500)
    """Network connections."""
    requests: int = 100
    """Requests per second of one address, on average over some seconds."""


KEPT_SECONDS = {
    "unplayed game": 2 * DAY_SECONDS,
    "game": 90 * DAY_SECONDS,
    "run": 90 * DAY_SECONDS,
    "upload": 90 * DAY_SECONDS,
    "session": 180 * DAY_SECONDS,
}
"""How long visitors' things are kept after their last use; the operator's are never deleted."""


def default_store() -> Path:
    """The default folder of a laboratory's database and files."""
    return user_data_path("enraya") / "laboratory"


def built_manual() -> Path | None:
    """The folder of the documentation as a website; None if it was not built."""
    folder = Path(__file__).parents[1] / "site"
    return folder if (folder / "index.html").is_file() else None


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server."""

    store: Path = field(default_factory=default_store)
    """The folder of the database and everything else that must survive a restart."""
    games: Path | None = None
    """The database of tournaments, if it is not in that folder."""
    allow_uploads: bool = False
    """Whether visitors may upload and run their own Python files."""
    unsafe: bool = False
    """Whether they may do so without a sandbox that protects the machine; every page says so."""
    is_local: bool = True
    """Whether only this machine can connect."""
    has_operator: bool = False
    """Whether even browsers at this machine need the operator's link to have its rights."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """The networks from which trusted reverse proxies connect."""
    names: frozenset[str] = frozenset()
    """Host names under which visitors may open the server, besides those of this machine."""
    others: tuple[str, ...] = ()
    """The addresses under which other machines can open the server, the best first."""
    workers: int = field(default_factory=cores)
    """How many long requests are worked on at the same time."""
    solved: Path | None = None
    """The file with scores that took long to compute; None to keep none."""
    manual: Path | None = field(default_factory=built_manual)
    """The folder of the documentation website; None to offer none."""
    table_mb: int = 64
    """The memory of each worker's solver, in megabytes."""
    limits: Limits = field(default_factory=Limits)
    """How much visitors may use."""
    max_body_bytes: int = MAX_BODY_BYTES
    """The most bytes that a request may have."""

    def __post_init__(self) -> None:
        # Messages to visitors leave paths out, but only absolute ones are recognised.
        object.__setattr__(self, "store", self.store.absolute())

    @property
    def games_file(self) -> Path:
        """The database of tournaments."""
        return self.games or self.store / FILE_NAME

    @property
    def is_personal(self) -> bool:
        """Whether every visitor is the person at this machine, who runs the server."""
        is_reached = self.proxies or self.names
        return self.is_local and not self.has_operator and not is_reached
