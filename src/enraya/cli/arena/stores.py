"""The store of ``--store``: where it is, and opening it."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.arena.store.database import games_file
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.files import is_file

StoreOption = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="The file that holds all games, or a folder that has one; a shared one by default.",
    ),
]


def default_store() -> Path:
    """Where games are kept by default; the folder is created."""
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
    """The store of ``--store``, created if there is none yet."""
    return Store(games_file(path or default_store()))


def existing_store(path: Path | None) -> Store:
    """The store of ``--store``, for a command that only reads.

    Raises:
        InvalidSetting: when there is none.
    """
    chosen = games_file(path or default_store())
    if not is_file(chosen):
        raise InvalidSetting(f"there is no store {str(chosen)!r}; `enraya match` creates one")
    return Store(chosen)
