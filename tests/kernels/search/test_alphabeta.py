"""The compiled search against the plain one, also where kernels run interpreted."""

import pytest

from enraya.agents.players.fixed_depth import STYLES, minimax_style
from enraya.agents.players.lookahead import look, look_plainly
from enraya.game.position import Position
from enraya.heuristics import parse_heuristic
from tests.kernels.support import sized

POSITIONS = [
    ("classic", "121315"),
    ("classic", "44444322"),
    ("classic(columns=4, rows=4)", "1123"),
    ("classic(columns=8, rows=8)", "4455"),
    ("boom", "627324423663B56777B55"),
    ("boom", "1122334455667"),
    ("desconecta", "4433671"),
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("rules", "moves"), POSITIONS)
def test_the_kernel_agrees_with_the_plain_search(rules: str, moves: str, style: str) -> None:
    position, heuristic = Position.parse(moves, rules), parse_heuristic("ugr-groups")
    for manner in (STYLES[style], minimax_style(STYLES[style])):
        for depth in range(1, sized(4, 3)):
            looked = look(position, depth, heuristic, manner)
            assert looked == look_plainly(position, depth, heuristic, manner)
