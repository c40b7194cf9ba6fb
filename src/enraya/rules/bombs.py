"""The two games with bombs: Conecta-4 BOOM, and its misère ancestor Desconecta-4 BOOM."""

from enraya.kernels.core.board import Rules
from enraya.rules.ruleset import RuleSet

BOOM_SUMMARY = (
    "7x7, two actions a turn (the very first turn has one); in rounds 4, 8, … a player's first "
    "stone is a bomb; B explodes it and removes the opponent's stones from its row; four in a line "
    "wins, also between the two actions; a player with no action left loses"
)
DESCONECTA_SUMMARY = (
    "7x7, one action a turn; in rounds 5, 10, … a player's first stone is a bomb; B explodes it "
    "and removes the player's own stones from its row; four in a line loses, a full board is a draw"
)
SIDE = 7
_BOOM = Rules(double_turns=1, bomb_period=4, blast_own=0, line_loses=0, blocked_loses=1)
_DESCONECTA = Rules(double_turns=0, bomb_period=5, blast_own=1, line_loses=1, blocked_loses=0)


def boom() -> RuleSet:
    """The rule set `boom`: two actions a turn, bombs that clear a row of the opponent's stones."""
    return RuleSet("boom", SIDE, SIDE, _BOOM, "boom")


def desconecta() -> RuleSet:
    """The rule set `desconecta`: one action a turn, own bombs, and four in a line loses."""
    return RuleSet("desconecta", SIDE, SIDE, _DESCONECTA, "desconecta")
