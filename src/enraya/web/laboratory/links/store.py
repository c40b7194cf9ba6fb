"""Games by link in the database; every change is committed before anyone is told."""

import sqlite3
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from enraya.web.laboratory.links.game import LinkGame, read_link_game
from enraya.web.server.limits import check_share, held_in
from enraya.web.server.problems import Conflict, Refusal
from enraya.web.server.settings import DAY_SECONDS, Limits, Share
from enraya.web.server.visitor import OPERATOR, Visitor

IDLE_DAYS = 7
"""How many days a game is kept that has ended or has no second player."""
UNFINISHED_DAYS = 30
"""How many days a game is kept without a move."""


class Changed(NamedTuple):
    """The result of changing a game."""

    game: LinkGame
    """The game as it is now."""
    refusal: Refusal | None
    """Why the change was refused, if it was."""


class LinkStore:
    """The games by link of a laboratory; used by one thread at a time."""

    def __init__(self, database: sqlite3.Connection, share: Share | None = None) -> None:
        self._database = database
        self._share = share or Limits().links

    def add(self, game: LinkGame, now: float, maker: Visitor = OPERATOR) -> LinkGame:
        """Stores a new game.

        Raises:
            TooMany: when there are too many.
        """
        self.expire(now)
        check_share("links", self._share, maker, held_in(self._database, "link_games", maker))
        values = (game.id, game.version, game.to_json(), _is_playing(game), now)
        self._database.execute(
            "INSERT INTO link_games (id, version, state, is_playing, updated, owner, address) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*values, maker.owner, maker.address),
        )
        return game

    def get(self, link: str) -> LinkGame:
        """The game with this id.

        Raises:
            Refusal: when there is none.
        """
        found = self._database.execute("SELECT state FROM link_games WHERE id = ?", (link,))
        row = found.fetchone()
        if row is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "no_game", f"there is no game {link!r}")
        return read_link_game(row["state"])

    def change(self, link: str, now: float, act: Callable[[LinkGame], LinkGame]) -> Changed:
        """Changes a game, after ending it if its mover has run out of time.

        A refused change is returned, not raised.

        Raises:
            Refusal: when there is no such game, or another process changed it just now.
            EnrayaError: when the rules forbid the move.
        """
        before = self.get(link)
        settled = self._keep(before, before.settled(now), now)
        try:
            return Changed(self._keep(settled, act(settled), now), None)
        except Refusal as refusal:
            return Changed(settled, refusal)

    def resume(self, now: float) -> list[LinkGame]:
        """Restarts the clocks that were running; returns their games."""
        rows = self._database.execute("SELECT state FROM link_games WHERE is_playing").fetchall()
        games = [read_link_game(row["state"]) for row in rows]
        resumed = [(game, game.resumed(now)) for game in games]
        return [self._keep(game, after, now) for game, after in resumed if after is not game]

    def expire(self, now: float) -> None:
        """Deletes games that have not changed for a long time."""
        for is_playing, days in ((False, IDLE_DAYS), (True, UNFINISHED_DAYS)):
            self._database.execute(
                "DELETE FROM link_games WHERE is_playing = ? AND updated < ?",
                (is_playing, now - days * DAY_SECONDS),
            )

    def _keep(self, before: LinkGame, after: LinkGame, now: float) -> LinkGame:
        if after is before:
            return before
        done = self._database.execute(
            "UPDATE link_games SET version = ?, state = ?, is_playing = ?, updated = ? "
            "WHERE id = ? AND version = ?",
            (after.version, after.to_json(), _is_playing(after), now, after.id,
             before.version),
        )  # fmt: skip
        if done.rowcount != 1:
            raise Conflict("game_changed", "the game has changed in the meantime")
        return after


def _is_playing(game: LinkGame) -> bool:
    return game.is_full and not game.is_over
