"""The games that people play here, stored in the database."""

import json
import secrets
import sqlite3
from dataclasses import dataclass, replace
from http import HTTPStatus
from time import time
from typing import Any

from enraya.errors import IllegalMove
from enraya.game.notation import Move, parse_move
from enraya.game.position import Position
from enraya.texts import Sentence
from enraya.web.server.limits import Usage, check_share, held_in
from enraya.web.server.problems import Conflict, Refusal
from enraya.web.server.settings import KEPT_SECONDS, Share
from enraya.web.server.visitor import Visitor

HUMAN = "human"
IN_USE_SECONDS = 3_600.0
"""A game that was changed within this time is never deleted to make room."""
_ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A stored game: who plays, what was played, and what was taken back."""

    id: str
    version: int
    position: Position
    opening: str
    """The moves from which the game started; they cannot be taken back."""
    undone: str
    """The moves that were taken back and can be played again, the next one first."""
    players: tuple[str, str]
    """Each is `HUMAN`, or an agent as the client wrote it."""
    seconds: float
    """How many seconds an agent may think about a move."""
    seed: int
    notes: dict[int, dict[str, Any]]
    """What agents reported about their moves, by ply from 1."""
    owner: str = ""
    """The session that owns the game; empty for the operator."""
    name: str = ""
    """The name that its owner gave it."""
    updated: float = 0.0
    """When it was last changed, in seconds since 1970."""

    @property
    def mover_agent(self) -> str:
        """The player to move: `HUMAN` or an agent."""
        return self.players[self.position.mover - 1]

    def play(self, move: Move, note: dict[str, Any] | None = None) -> "KeptGame":
        """The game after a move; moves taken back are dropped, unless it is the next of them."""
        after = self.position.play(move)
        undone = self.undone[1:] if self.undone[:1] == after.moves[-1] else ""
        notes = {ply: kept for ply, kept in self.notes.items() if ply < after.plies or undone}
        if note is not None:
            notes[after.plies] = note
        return replace(self, position=after, undone=undone, notes=notes)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._earlier() is not None

    def _earlier(self) -> Position | None:
        """The position after `undo`; None if there is nothing to take back."""
        moves = self.position.moves
        for plies in range(len(moves) - 1, len(self.opening) - 1, -1):
            earlier = Position.parse(moves[:plies], self.position.rules)
            if HUMAN not in self.players or self.players[earlier.mover - 1] == HUMAN:
                return earlier
        return None

    def undo(self) -> "KeptGame":
        """The game at the previous turn of a human; one move back if no human plays.

        Raises:
            IllegalMove: when there is nothing to take back.
        """
        earlier = self._earlier()
        if earlier is None:
            raise IllegalMove(Sentence("problem.nothing_to_undo"))
        taken = self.position.moves[earlier.plies :]
        return replace(self, position=earlier, undone=taken + self.undone)

    def redo(self) -> "KeptGame":
        """The game at the next turn of a human among the moves taken back, or after all of them.

        One move is played again if no human plays.

        Raises:
            IllegalMove: when nothing was taken back.
        """
        if not self.undone:
            raise IllegalMove(Sentence("problem.nothing_to_redo"))
        position, undone = self.position, self.undone
        while undone:
            position = position.play(parse_move(undone[0], position.rules.columns))
            undone = undone[1:]
            if HUMAN not in self.players or self.players[position.mover - 1] == HUMAN:
                break
        return replace(self, position=position, undone=undone)


class GameStore:
    """The games of a laboratory; for the thread of the database.

    Args:
        database: the database of the laboratory.
        share: how many games visitors may keep.
    """

    def __init__(self, database: sqlite3.Connection, share: Share) -> None:
        self._database = database
        self._share = share

    def add(
        self, position: Position, players: tuple[str, str], seconds: float, visitor: Visitor
    ) -> KeptGame:
        """Adds a game of a visitor that starts from a position.

        Raises:
            TooMany: when the visitor, their address or the laboratory has too many.
        """
        self._make_room(visitor)
        game_id = secrets.token_urlsafe(_ID_BYTES)
        self._database.execute(
            "INSERT INTO games (id, version, rules, opening, moves, undone, first, second, "
            "seconds, seed, notes, updated, owner, address) "
            "VALUES (?, 0, ?, ?, ?, '', ?, ?, ?, ?, '{}', ?, ?, ?)",
            (game_id, position.rules.spec, position.moves, position.moves, *players, seconds,
             secrets.randbits(32), time(), visitor.owner, visitor.address),
        )  # fmt: skip
        return self.get(game_id)

    def _make_room(self, visitor: Visitor) -> None:
        """Makes room for a new game by deleting the oldest of an owner who has too many.

        Raises:
            TooMany: when no game may be deleted, or another limit is reached.
        """
        held = held_in(self._database, "games", visitor)
        most, mine = self._share.session, held.session
        if visitor.is_operator:
            most, mine = self._share.total, held.total
        if mine >= most:
            given_up = self._database.execute(
                "DELETE FROM games WHERE id = (SELECT id FROM games WHERE owner = ? AND "
                "updated < ? ORDER BY updated LIMIT 1)",
                (visitor.owner, time() - IN_USE_SECONDS),
            ).rowcount
            held = Usage(*(count - given_up for count in held))
        check_share("games", self._share, visitor, held)

    def get(self, game_id: str, changed_by: Visitor | None = None) -> KeptGame:
        """The game with this id.

        Args:
            game_id: its id.
            changed_by: the visitor who is going to change it, if any.

        Raises:
            Refusal: when there is none, or that visitor may not change it.
        """
        found = self._database.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if found is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "no_game", f"there is no game {game_id!r}")
        if changed_by is not None:
            changed_by.check_may_change(found["owner"])
        return _game_of(found)

    def all_of(self, visitor: Visitor, most: int) -> list[KeptGame]:
        """The games of a visitor, the latest first, at most ``most``."""
        if visitor.is_nobody:
            return []
        rows = self._database.execute(
            "SELECT * FROM games WHERE owner = ? ORDER BY updated DESC LIMIT ?",
            (visitor.owner, most),
        )
        return [_game_of(row) for row in rows]

    def save(self, game: KeptGame) -> KeptGame:
        """Stores a changed game.

        Raises:
            Conflict: when it has been changed since it was read.
        """
        version, now = game.version + 1, time()
        done = self._database.execute(
            "UPDATE games SET version = ?, moves = ?, undone = ?, notes = ?, updated = ? "
            "WHERE id = ? AND version = ?",
            (version, game.position.moves, game.undone, json.dumps(game.notes), now, game.id,
             game.version),
        )  # fmt: skip
        if done.rowcount != 1:
            raise Conflict("game_changed", "the game has changed in the meantime")
        return replace(game, version=version, updated=now)

    def rename(self, game_id: str, name: str, visitor: Visitor) -> KeptGame:
        """Gives a game a name.

        Raises:
            Refusal: when there is none, or it belongs to somebody else.
        """
        game = self.get(game_id, visitor)
        self._database.execute("UPDATE games SET name = ? WHERE id = ?", (name, game_id))
        return replace(game, name=name)

    def remove(self, game_id: str, visitor: Visitor) -> None:
        """Deletes a game.

        Raises:
            Refusal: when there is none, or it belongs to somebody else.
        """
        self.get(game_id, visitor)
        self._database.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def expire(self, now: float) -> list[str]:
        """Deletes visitors' games that have not been changed for long; returns their ids."""
        rows = self._database.execute(
            "DELETE FROM games WHERE owner != '' AND "
            "(updated < ? OR (updated < ? AND moves = opening AND undone = '')) RETURNING id",
            (now - KEPT_SECONDS["game"], now - KEPT_SECONDS["unplayed game"]),
        )
        return [row["id"] for row in rows.fetchall()]


def _game_of(row: sqlite3.Row) -> KeptGame:
    notes = json.loads(row["notes"])
    return KeptGame(
        id=row["id"],
        version=row["version"],
        position=Position.parse(row["moves"], row["rules"]),
        opening=row["opening"],
        undone=row["undone"],
        players=(row["first"], row["second"]),
        seconds=row["seconds"],
        seed=row["seed"],
        notes={int(ply): note for ply, note in notes.items()},
        owner=row["owner"],
        name=row["name"],
        updated=row["updated"],
    )
