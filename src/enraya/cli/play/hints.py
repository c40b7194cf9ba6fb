"""Advice for a human: the perfect move where it is found in time, else a strong one."""

from dataclasses import dataclass, field
from time import perf_counter

from enraya.agents import Agent, Limit, parse_agent, prepare
from enraya.game.notation import BOOM, format_move
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.analysis import Analysis, analyse
from enraya.texts import Texts

_SECONDS = 3.0
"""For the solver; the book answers early positions at once."""
_ADVISER = "search(seconds=1)"


@dataclass(slots=True)
class Hints:
    """Who is asked for a hint, made when that happens first."""

    _solver: Solver | None = None
    _advisers: dict[str, Agent] = field(default_factory=dict)

    def hint(self, position: Position, t: Texts) -> str:
        """A sentence with the move to play and, if it is known, how the game ends then."""
        if not position.rules.has_bombs:
            self._solver = self._solver or Solver()
            analysis = analyse(self._solver, position, deadline=perf_counter() + _SECONDS)
            if analysis.score is not None:
                return _exact(analysis, t)
        spec = position.rules.spec
        if spec not in self._advisers:
            self._advisers[spec] = parse_agent(_ADVISER)
            prepare(self._advisers[spec], position.rules)
        move = self._advisers[spec].choose(position, Limit()).move
        if move == BOOM:
            return t("terminal.hint_bomb")
        return t("terminal.hint_column", column=format_move(move))


def _exact(analysis: Analysis, t: Texts) -> str:
    assert analysis.score is not None
    value = "win" if analysis.score > 0 else "loss" if analysis.score < 0 else "draw"
    end = t(f"value.{value}", plies=analysis.plies_to_end or 0)
    columns = ", ".join(map(format_move, analysis.best))
    return t("terminal.hint_exact", columns=columns, value=end)
