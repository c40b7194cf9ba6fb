"""The games of the ladder and of events that are being played now, for the live page."""

import shutil
from pathlib import Path
from typing import NamedTuple

from enraya.arena.play.live_games import LiveGame, live_games
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import PlayJob

FOLDER = "playing"
MOST_WATCHED = 4
"""Games at once, of each tournament."""
_IS_OVER = (
    "SELECT count(*) FROM games WHERE tournament = ? AND first = ? AND second = ? AND opening = ?"
)


class WatchedGame(NamedTuple):
    """A game as it stood a moment ago."""

    tournament: int
    game: LiveGame


def shown(job: PlayJob, folder: Path) -> PlayJob:
    """The same job, for a game that may be watched; where that is impossible it is only played."""
    live_folder = folder / FOLDER / str(job.tournament)
    try:
        live_folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return job
    return job._replace(game=job.game._replace(live_folder=str(live_folder)))


def forget_watched(folder: Path) -> None:
    """Deletes what a sudden end has left."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def watched_games(store: LeagueStore) -> list[WatchedGame]:
    """The games that are being played; those of events first."""
    folders = [path for path in (store.folder / FOLDER).glob("*") if path.name.isdecimal()]
    found = [
        WatchedGame(int(path.name), game)
        for path in sorted(folders, key=lambda path: -int(path.name))
        for game in live_games(path, MOST_WATCHED)
    ]
    return [one for one in found if not _is_over(store, one)]


def _is_over(store: LeagueStore, watched: WatchedGame) -> bool:
    """Whether a game was stored already: a sudden end may leave it looking unfinished."""
    tournament, (first, second, _, opening) = watched
    return store.database.number(_IS_OVER, tournament, first, second, opening) > 0
