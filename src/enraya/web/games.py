"""Games that people play here: kept in the database, changed one step at a time."""

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
from enraya.web.problems import Refusal

HUMAN = "human"
MAX_GAMES = 50_000
_PRUNE_EVERY = 500
_ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class Game:
    """One game: who plays, what was played, what was taken back."""

    id: str
    version: int
    position: Position
    opening: str
    """The moves that were given at the start; they cannot be taken back."""
    undone: str
    """The moves that were taken back and can be played again, the next one first."""
    players: tuple[str, str]
    """`HUMAN`, or an agent as the client wrote it."""
    seconds: float
    """What an agent may spend on a move."""
    seed: int
    notes: dict[int, dict[str, Any]]
    """What agents said about their moves, by ply from 1."""

    @property
    def mover_agent(self) -> str:
        """Who is to move."""
        return self.players[self.position.mover - 1]

    def play(self, move: Move, note: dict[str, Any] | None = None) -> "Game":
        """The game after a move; what was taken back is forgotten, unless it is that move."""
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
        """Where taking back leads: to the last turn of a human; one move back without humans."""
        moves = self.position.moves
        for plies in range(len(moves) - 1, len(self.opening) - 1, -1):
            earlier = Position.parse(moves[:plies], self.position.rules)
            if HUMAN not in self.players or self.players[earlier.mover - 1] == HUMAN:
                return earlier
        return None

    def undo(self) -> "Game":
        """The game at the last turn of a human before this one; one move back without humans.

        Raises:
            IllegalMove: when there is nothing to take back.
        """
        earlier = self._earlier()
        if earlier is None:
            raise IllegalMove(Sentence("problem.nothing_to_undo"))
        taken = self.position.moves[earlier.plies :]
        return replace(self, position=earlier, undone=taken + self.undone)

    def redo(self) -> "Game":
        """The game at the next turn of a human among the moves taken back, or after all of them.

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
    """All games of a laboratory."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._added = 0

    def add(self, position: Position, players: tuple[str, str], seconds: float) -> Game:
        """A new game that starts from a position."""
        game = Game(
            id=secrets.token_urlsafe(_ID_BYTES),
            version=0,
            position=position,
            opening=position.moves,
            undone="",
            players=players,
            seconds=seconds,
            seed=secrets.randbits(32),
            notes={},
        )
        self._database.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game.id, 0, position.rules.spec, position.moves, position.moves, "", *players,
             seconds, game.seed, "{}", time()),
        )  # fmt: skip
        self._added += 1
        if self._added % _PRUNE_EVERY == 1:
            self._prune()
        return game

    def get(self, game_id: str) -> Game:
        """The game with this id.

        Raises:
            Refusal: when there is none.
        """
        found = self._database.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if found is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "no_game", f"there is no game {game_id!r}")
        notes = json.loads(found["notes"])
        return Game(
            id=found["id"],
            version=found["version"],
            position=Position.parse(found["moves"], found["rules"]),
            opening=found["opening"],
            undone=found["undone"],
            players=(found["first"], found["second"]),
            seconds=found["seconds"],
            seed=found["seed"],
            notes={int(ply): note for ply, note in notes.items()},
        )

    def save(self, game: Game) -> Game:
        """Keeps a changed game.

        Raises:
            Refusal: when someone else has changed it since it was read.
        """
        version = game.version + 1
        done = self._database.execute(
            "UPDATE games SET version = ?, moves = ?, undone = ?, notes = ?, updated = ? "
            "WHERE id = ? AND version = ?",
            (version, game.position.moves, game.undone, json.dumps(game.notes), time(), game.id,
             game.version),
        )  # fmt: skip
        if done.rowcount != 1:
            raise Refusal(
                HTTPStatus.CONFLICT, "game_changed", "the game has changed in the meantime"
            )
        return replace(game, version=version)

    def _prune(self) -> None:
        """Forgets the games that have been left alone for longest when there are too many."""
        self._database.execute(
            "DELETE FROM games WHERE id IN "
            "(SELECT id FROM games ORDER BY updated DESC LIMIT -1 OFFSET ?)",
            (MAX_GAMES,),
        )
