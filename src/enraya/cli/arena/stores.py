"""The file with all games: where it is, and opening it."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting

StoreOption = Annotated[
    Path | None, typer.Option("--store", help="The file with all games; one for all by default.")
]


def default_store() -> Path:
    """Where games are kept when nothing else is said; the folder is made."""
    from platformdirs import user_data_path

    folder = user_data_path("enraya")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(
            f"cannot make {str(folder)!r}: {error.strerror}; use --store"
        ) from None
    return folder / "games.sqlite"


def open_store(path: Path | None) -> Store:
    """The store of ``--store``, made when there is none yet."""
    return Store(path or default_store())


def existing_store(path: Path | None) -> Store:
    """The store of ``--store``, for a command that only reads.

    Raises:
        InvalidSetting: when there is none.
    """
    chosen = path or default_store()
    if not chosen.exists():
        raise InvalidSetting(f"there is no store {str(chosen)!r}; `enraya match` makes one")
    return Store(chosen)
