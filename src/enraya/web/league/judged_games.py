"""What games were worth move by move, as the perfect player finds out, and kept for good."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.league.rank.losses import MARKS, OwnGame
from enraya.league.store.store import LeagueStore
from enraya.web.server.problems import Refusal
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread

SECONDS = 5.0
"""How long judging a game may take; what is not solved by then stays open."""


class JudgedGames:
    """The games of each team that has asked about them; for the event loop.

    One game at a time is judged, of the teams in turn, behind everything else that the server does.
    """

    def __init__(self, reviews: Reviews, store: LeagueStore, storing: StoringThread) -> None:
        self._reviews, self._store, self._storing = reviews, store, storing
        self._known: dict[int, dict[int, str]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def of(self, team: int, games: Sequence[OwnGame], rules: str) -> dict[int, str]:
        """What is known of a team's games by now; the others are judged meanwhile."""
        if team not in self._known:
            found = await self._storing.run(self._store.published, _key(team))
            self._known[team] = {int(game): marks for game, marks in (found or {}).items()}
        known, listed = self._known[team], {game.id for game in games}
        missing = [game for game in games if game.id not in known]
        if missing and team not in self._tasks:
            self._known[team] = known = {id_: known[id_] for id_ in listed & known.keys()}
            task = asyncio.create_task(self._judge(team, missing, rules))
            self._tasks[team] = task
            task.add_done_callback(lambda _: self._tasks.pop(team))
        return {game: marks for game, marks in known.items() if game in listed}

    async def _judge(self, team: int, games: Sequence[OwnGame], rules: str) -> None:
        known = self._known[team]
        with suppress(EnrayaError, Refusal):  # the server ends, or the disk is full
            for game in games:
                async with self._turn:
                    place = Position.parse(game.moves, rules)
                    values = await self._reviews.values(place, game.opening, SECONDS)
                known[game.id] = "".join(MARKS[value] for value in values)
            await self._storing.run(self._store.publish, _key(team), known)


def _key(team: int) -> str:
    return f"turns {team}"
