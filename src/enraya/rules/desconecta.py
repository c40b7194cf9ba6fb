"""Desconecta-4 BOOM, the misère ancestor of `boom`: making four in a line loses."""

from enraya.kernels.core.board import Rules
from enraya.rules.ruleset import RuleSet

SUMMARY = (
    "7x7, one action a turn; in rounds 5, 10, … a player's first stone is a bomb; B explodes it "
    "and removes the player's own stones from its row; four in a line loses, a full board is a draw"
)
SIDE = 7
NUMBERS = Rules(double_turns=0, bomb_period=5, blast_own=1, line_loses=1, blocked_loses=0)


def desconecta() -> RuleSet:
    """The rule set `desconecta`."""
    return RuleSet("desconecta", SIDE, SIDE, NUMBERS, "desconecta")
