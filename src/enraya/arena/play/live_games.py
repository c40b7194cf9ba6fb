"""Games in progress, for spectators: each worker keeps the one it plays in a small file.

A worker writes at most a few times a second, so quick games cost nothing, and every move of a slow
one is seen. The files are of no use after a sudden end.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from enraya.arena.plan.schedule import Pairing
from enraya.game.position import Position

LEAST_SECONDS = 0.2
"""The least time between two writes of a worker's game."""
_SUFFIX = ".game"


class LiveGame(NamedTuple):
    """A game as it was a moment ago."""

    first: int
    """The place of the first player among the agents of the tournament."""
    second: int
    moves: str
    opening: int
    """The number of the opening, which tells apart the games of the same two."""


@dataclass(slots=True)
class LiveFile:
    """The file of one worker in a live folder."""

    path: Path
    written: float = 0.0
    clock: Callable[[], float] = monotonic

    def show(self, pairing: Pairing, position: Position) -> None:
        """Writes the game so far, unless that was done a moment ago."""
        if self.clock() - self.written < LEAST_SECONDS:
            return
        content = json.dumps(LiveGame(*pairing[:2], position.moves, pairing.opening))
        beside = self.path.with_suffix(".new")
        with suppress(OSError):  # a game continues, whether it can be seen or not
            beside.write_text(content)
            beside.replace(self.path)
        self.written = self.clock()


@cache
def live_file_of(folder: str) -> LiveFile:
    """The file of this process in a live folder."""
    return LiveFile(Path(folder) / f"{os.getpid()}{_SUFFIX}")


def end_live_game(folder: str) -> None:
    """Removes the file of this process, whose game is over."""
    with suppress(OSError):
        live_file_of(folder).path.unlink(missing_ok=True)


def make_live_folder(folder: Path) -> None:
    """Makes the folder, empty."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()


def live_games(folder: Path, most: int) -> list[LiveGame]:
    """The games in progress, by worker."""
    found = []
    for path in sorted(folder.glob(f"*{_SUFFIX}"))[:most]:
        # Over or emptied just now, or left behind by another version.
        with suppress(FileNotFoundError, ValueError, TypeError):
            found.append(LiveGame(*json.loads(path.read_text())))
    return found
