"""Conecta-4 BOOM: two actions a turn, and bombs that clear a row of the opponent's stones."""

from enraya.kernels.core.board import Rules
from enraya.rules.ruleset import RuleSet

SUMMARY = (
    "7x7, two actions a turn (the very first turn has one); in rounds 4, 8, … a player's first "
    "stone is a bomb; B explodes it and removes the opponent's stones from its row; four in a line "
    "wins, also between the two actions; a player with no action left loses"
)
SIDE = 7
NUMBERS = Rules(double_turns=1, bomb_period=4, blast_own=0, line_loses=0, blocked_loses=1)


def boom() -> RuleSet:
    """The rule set `boom`."""
    return RuleSet("boom", SIDE, SIDE, NUMBERS, "boom")
