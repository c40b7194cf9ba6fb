"""What an agent's moves cost, printed after each move as QMatic's program did."""

from dataclasses import dataclass, field
from statistics import fmean

from enraya.agents import Choice
from enraya.game.notation import BOOM, format_move
from enraya.texts import Texts


@dataclass(slots=True)
class Statistics:
    """What the moves of one player have cost in a game."""

    seconds: list[float] = field(default_factory=list)

    def lines(self, choice: Choice, t: Texts) -> list[str]:
        """The column with the positions valued, the seconds, and the mean of all seconds so far.

        Columns count from 1 as everywhere here; the original counted from 0.
        """
        self.seconds.append(choice.seconds or 0.0)
        return [
            _chosen(choice, t),
            t("terminal.stats.seconds", seconds=t.number(self.seconds[-1], 3)),
            t("terminal.stats.mean", mean=t.number(fmean(self.seconds), 4)),
        ]


def _chosen(choice: Choice, t: Texts) -> str:
    explored = choice.leaves if choice.leaves is not None else choice.nodes
    what = "bomb" if choice.move == BOOM else "column"
    if explored is None:
        return t(f"terminal.stats.{what}", column=format_move(choice.move))
    column = format_move(choice.move)
    return t(f"terminal.stats.{what}_explored", column=column, explored=explored)
