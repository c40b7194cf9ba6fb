"""The clock of a game by link: what each player has left, counted by the server alone."""

from dataclasses import dataclass, replace

from enraya.game.position import Position


@dataclass(frozen=True, slots=True)
class GameClock:
    """Time for a whole game, with an increment after each turn.

    It does not run before the first move, so that nobody loses time before both are there. All
    times are seconds; `now` is read from one clock that never jumps while the server runs.
    """

    seconds: float
    """What each player begins with."""
    increment: float
    """What a player gets back at the end of each turn; of two actions in a row, after the last."""
    left: tuple[float, float]
    """What players 1 and 2 had left when the mover's time began to run."""
    since: float | None = None
    """When it began to run; None while the clock stands."""

    @staticmethod
    def of(seconds: float, increment: float) -> "GameClock":
        """A clock before the first move."""
        return GameClock(seconds, increment, (seconds, seconds))

    def left_at(self, mover: int, now: float) -> tuple[float, float]:
        """What both have left now."""
        if self.since is None:
            return self.left
        first, second = self.left
        used = now - self.since
        left = (first - used, second) if mover == 1 else (first, second - used)
        return max(left[0], 0.0), max(left[1], 0.0)

    def flag_time(self, mover: int) -> float | None:
        """When the mover will have no time left; None while the clock stands."""
        return None if self.since is None else self.since + self.left[mover - 1]

    def moved(self, before: Position, after: Position, now: float) -> "GameClock":
        """The clock after an action of the mover."""
        first, second = self.left_at(before.mover, now)
        if after.mover != before.mover:
            first += self.increment if before.mover == 1 else 0
            second += self.increment if before.mover == 2 else 0
        return replace(self, left=(first, second), since=None if after.is_over else now)

    def turned_to(self, before: Position, after: Position, now: float) -> "GameClock":
        """The clock after moves were taken back, which gives no time back."""
        since = now if after.moves else None  # as before the first move
        return replace(self, left=self.left_at(before.mover, now), since=since)

    def stopped(self, mover: int, now: float) -> "GameClock":
        """The clock at the end of the game."""
        return replace(self, left=self.left_at(mover, now), since=None)
