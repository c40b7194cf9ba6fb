"""The classic game on any board from 4×4 up to 64 cells: four in a line wins."""

from enraya.errors import InvalidSetting
from enraya.kernels.core.board import Rules
from enraya.kernels.core.geometry import WORD_BITS
from enraya.rules.ruleset import RuleSet
from enraya.texts import Sentence

SUMMARY = "four in a line wins, a full board is a draw; columns and rows can be chosen"
DEFAULT_COLUMNS, DEFAULT_ROWS = 7, 6
MIN_SIDE = 4
MAX_CELLS = WORD_BITS
NUMBERS = Rules(double_turns=0, bomb_period=0, blast_own=0, line_loses=0, blocked_loses=0)


def classic(columns: int = DEFAULT_COLUMNS, rows: int = DEFAULT_ROWS) -> RuleSet:
    """The classic game on a board of this size.

    Raises:
        InvalidSetting: when the board is too small or too large.
    """
    if min(columns, rows) < MIN_SIDE or columns * rows > MAX_CELLS:
        size = {"columns": columns, "rows": rows, "least": MIN_SIDE, "most": MAX_CELLS}
        raise InvalidSetting(Sentence("problem.board_size", **size))
    is_default = (columns, rows) == (DEFAULT_COLUMNS, DEFAULT_ROWS)
    spec = "classic" if is_default else f"classic(columns={columns}, rows={rows})"
    return RuleSet("classic", columns, rows, NUMBERS, spec)
