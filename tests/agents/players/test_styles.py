"""The styles of the papers' searches."""

from math import inf

from enraya.agents.players.fixed_depth import STYLES, minimax_style


def test_only_upc_begins_at_numbers_of_its_own() -> None:
    begins = {name: (style.floor, style.ceiling) for name, style in STYLES.items()}
    assert begins.pop("upc") == (-10_000_001, 9_999_999)  # below a loss, and below a win
    assert set(begins.values()) == {(-inf, inf)}


def test_minimax_differs_in_pruning_only() -> None:
    for style in STYLES.values():
        assert style.prune == 1
        assert minimax_style(style) == style._replace(prune=0)
