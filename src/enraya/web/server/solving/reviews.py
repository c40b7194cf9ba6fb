"""Reviews of finished games, made one after another and cached."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from enraya.game.position import Position
from enraya.solver import Review
from enraya.stopping import Stop
from enraya.web.server.problems import TooBusy
from enraya.web.server.solving.analysis_schemas import GameReview
from enraya.web.server.solving.solver_service import SolverService, check_solvable
from enraya.web.server.threads import go_last

SECONDS = 10.0
"""How long a review may take; the machine may be playing timed games meanwhile."""
_KEPT = 500
MOST_WAITING = 20


class Reviews:
    """Reviews of games, made by one thread of low priority; used in the event loop only.

    Args:
        table_mb: the memory of the solver, in megabytes.
        seconds: how long a review may take.
    """

    def __init__(self, table_mb: int, seconds: float = SECONDS) -> None:
        self._solver, self._seconds = SolverService(table_mb), seconds
        self._thread = ThreadPoolExecutor(1, "reviews", go_last)
        self._made: OrderedDict[Position, asyncio.Future[Review]] = OrderedDict()
        self._stop = Stop()

    async def of(self, game: Position, opening: int) -> GameReview:
        """The review of a game; its first ``opening`` moves were given and affect no accuracy.

        Raises:
            InvalidSetting: when its rule set cannot be solved.
            TooBusy: when too many reviews are waiting.
        """
        check_solvable(Position.start(game.rules))
        known = self._made.get(game)
        if known is None:
            if sum(not one.done() for one in self._made.values()) >= MOST_WAITING:
                raise TooBusy("too many games are waiting for review")
            loop = asyncio.get_running_loop()
            known = loop.run_in_executor(
                self._thread, self._solver.review, game, self._seconds, self._stop
            )
            self._made[game] = known
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        try:
            found = await asyncio.shield(known)
        except Exception:
            self._made.pop(game, None)  # the next request tries again
            raise
        if not found.is_exact:  # solved positions stay cached, so the next attempt gets further
            self._made.pop(game, None)
        return GameReview.of(game, found, opening)

    async def values(self, game: Position, opening: int, seconds: float) -> tuple[int | None, ...]:
        """The game's value for the first player after its opening and after each later move.

        1, 0 or -1 for a win, draw or loss under perfect play; None where the time ran out.

        Raises:
            InvalidSetting: when its rule set cannot be solved.
            Cancelled: when the server ends.
        """
        loop = asyncio.get_running_loop()
        arguments = game, opening, seconds, self._stop
        return await loop.run_in_executor(self._thread, self._solver.values, *arguments)

    def close(self) -> None:
        """Stops the current work, and drops reviews that are waiting."""
        self._stop.set()
        self._thread.shutdown(cancel_futures=True)
