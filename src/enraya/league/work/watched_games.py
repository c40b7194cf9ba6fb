"""The games of the ladder and of events in progress, for the page that shows them live."""

import shutil
from pathlib import Path
from typing import NamedTuple

from enraya.arena.play.live_games import LiveGame, live_games
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import PlayJob

FOLDER = "playing"
MOST_WATCHED = 4
"""How many games of each tournament are shown at once."""
_IS_OVER = (
    "SELECT count(*) FROM games WHERE tournament = ? AND first = ? AND second = ? AND opening = ?"
)


class WatchedGame(NamedTuple):
    """A game in progress, as it stood a moment ago, and its tournament."""

    tournament: int
    game: LiveGame


def watchable(job: PlayJob, folder: Path) -> PlayJob:
    """The same job with a folder for its live game; unchanged if the folder cannot be made."""
    live_folder = folder / FOLDER / str(job.tournament)
    try:
        live_folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return job
    return job._replace(game=job.game._replace(live_folder=str(live_folder)))


def forget_watched(folder: Path) -> None:
    """Deletes the live games that a worker left behind when it was killed."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)


def watched_games(store: LeagueStore) -> list[WatchedGame]:
    """The games that are being played now, those of events first."""
    folders = [path for path in (store.folder / FOLDER).glob("*") if path.name.isdecimal()]
    found = [
        WatchedGame(int(path.name), game)
        for path in sorted(folders, key=lambda path: -int(path.name))
        for game in live_games(path, MOST_WATCHED)
    ]
    return [one for one in found if not _is_over(store, one)]


def _is_over(store: LeagueStore, watched: WatchedGame) -> bool:
    """Whether a game is already stored: a worker killed after that leaves its live game behind."""
    tournament, (first, second, _, opening) = watched
    return store.database.number(_IS_OVER, tournament, first, second, opening) > 0
