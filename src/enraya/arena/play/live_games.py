"""Games in progress, for spectators: each worker writes the game that it plays to a small file.

A worker writes at most a few times a second, so this costs little time in quick games, while every
move of a slow game is seen. Files that remain after a crash are useless.
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
"""The least number of seconds between two writes of a worker."""
_SUFFIX = ".game"


class LiveGame(NamedTuple):
    """A game in progress, as it was a moment ago."""

    first: int
    """The place of the first player in the tournament's list of agents."""
    second: int
    """The place of the second player."""
    moves: str
    opening: int
    """The number of the opening, which distinguishes games between the same two agents."""


@dataclass(slots=True)
class LiveFile:
    """The file in which a worker shows its game, in a folder for all workers."""

    path: Path
    written: float = 0.0
    clock: Callable[[], float] = monotonic

    def show(self, pairing: Pairing, position: Position) -> None:
        """Writes the game so far, unless the file was written less than `LEAST_SECONDS` ago."""
        if self.clock() - self.written < LEAST_SECONDS:
            return
        content = json.dumps(LiveGame(*pairing[:2], position.moves, pairing.opening))
        beside = self.path.with_suffix(".new")
        with suppress(OSError):  # the game goes on even if it cannot be shown
            beside.write_text(content)
            beside.replace(self.path)
        self.written = self.clock()


@cache
def live_file_of(folder: str) -> LiveFile:
    """The file in which this process shows its game, in the given folder."""
    return LiveFile(Path(folder) / f"{os.getpid()}{_SUFFIX}")


def end_live_game(folder: str) -> None:
    """Removes the file in which this process showed its game."""
    with suppress(OSError):
        live_file_of(folder).path.unlink(missing_ok=True)


def make_live_folder(folder: Path) -> None:
    """Creates the folder for games in progress, or empties it if it exists."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()


def live_games(folder: Path, most: int) -> list[LiveGame]:
    """The games in progress in the folder, in the order of file names; at most ``most``."""
    found = []
    for path in sorted(folder.glob(f"*{_SUFFIX}"))[:most]:
        # The file was just removed, or is left over from another version.
        with suppress(FileNotFoundError, ValueError, TypeError):
            found.append(LiveGame(*json.loads(path.read_text())))
    return found
