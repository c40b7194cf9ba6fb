"""Options of the commands that play games, and the store in which games are kept."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.openings import read_openings
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, DEFAULT_SEED, TournamentSettings
from enraya.arena.store.database import games_file
from enraya.arena.store.store import Store
from enraya.cli.common.options import EngineOption, WorkersOption
from enraya.cli.common.positions import RulesOption, SizeOption, chosen_rules
from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.limit import DEFAULT_RESERVE, MOST_NODES, Limit
from enraya.work import engine_at

StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="The file of games, or a folder for it; by default one file for all your games.",
    ),
]
MistakesOption = Annotated[
    bool, typer.Option("--mistakes", help="Judge every move with the solver; slow.")
]


def default_store() -> Path:
    """The file in which games are kept by default; its folder is created."""
    from platformdirs import user_data_path

    folder = user_data_path("enraya")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(
            f"cannot create {str(folder)!r}: {error.strerror}; use --store"
        ) from None
    return folder / "games.sqlite"


def open_store(path: Path | None) -> Store:
    """The store that ``--store`` names, created if it does not exist."""
    return Store(games_file(path or default_store()))


def existing_store(path: Path | None) -> Store:
    """The store that ``--store`` names, for a command that only reads.

    Raises:
        InvalidSetting: when it does not exist.
    """
    chosen = games_file(path or default_store())
    if not is_file(chosen):
        raise InvalidSetting(f"there is no store {str(chosen)!r}; `enraya match` creates one")
    return Store(chosen)


class GameOptions(NamedTuple):
    """The options about games that `match`, `sprt` and `tournament` share."""

    rules: RulesOption = "classic"
    size: SizeOption = None
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds for each move.")] = None
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_NODES, help="Positions an agent may look at per move."),
    ] = None
    depth: Annotated[int | None, typer.Option(min=1, help="Moves an agent may look ahead.")] = None
    clock: Annotated[
        str, typer.Option(help="Seconds per player for the game + seconds added per move: 60+1.")
    ] = ""
    reserve: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Seconds by which all moves of a player in a game may exceed their time together; "
            f"{DEFAULT_RESERVE:g} by default.",
            show_default=False,
        ),
    ] = None
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Random moves before each pair of games.")
    ] = DEFAULT_OPENING_PLIES
    openings: Annotated[
        Path | None, typer.Option(help="A file with one opening per line, as moves.")
    ] = None
    balanced: Annotated[
        bool, typer.Option("--balanced", help="Only openings that the solver finds balanced.")
    ] = False
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = (
        DEFAULT_SEED
    )
    store: StoreOption = None
    engine: EngineOption = "processes"
    address: Annotated[
        str | None,
        typer.Option(help="A running Ray cluster, such as head:6379; with --engine ray."),
    ] = None
    workers: WorkersOption = None
    memory_mb: Annotated[
        int, typer.Option(min=0, help="Memory in MB for an agent from a file.")
    ] = 0
    max_bytes: Annotated[
        int | None,
        typer.Option(
            min=1, help="Largest agent file in bytes; an agent with a larger one does not play."
        ),
    ] = None
    again: Annotated[
        bool, typer.Option("--again", help="Play anew, even if the store already has these games.")
    ] = False

    def settings(
        self, kind: str, agents: tuple[Entrant, ...], games: int, **others: Any
    ) -> TournamentSettings:
        """The settings of a tournament between these agents under these options."""
        rules = chosen_rules(self.rules, self.size)
        if self.reserve is not None and self.seconds is None and not self.clock:
            raise InvalidSetting("--reserve needs a time to exceed: give --seconds or --clock, too")
        return TournamentSettings(
            kind=kind,
            agents=agents,
            games=games,
            rules=rules.spec,
            seed=self.seed,
            limit=Limit(seconds=self.seconds, nodes=self.nodes, depth=self.depth),
            clock=self.clock,
            reserve=DEFAULT_RESERVE if self.reserve is None else self.reserve,
            opening_plies=self.opening_plies,
            balanced=self.balanced,
            openings=tuple(read_openings(self.openings, rules)) if self.openings else (),
            memory_mb=self.memory_mb,
            max_bytes=self.max_bytes or 0,
            **others,
        )

    @property
    def place(self) -> str:
        """The engine, with the address of its cluster if one is given."""
        return engine_at(self.engine, self.address)
