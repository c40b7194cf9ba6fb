"""What `enraya tournament` makes of a preset, a file and its arguments."""

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.options import GameOptions
from enraya.cli.arena.tournament import _rules_of

WIDE = "classic(columns=9, rows=7)"


@pytest.mark.parametrize(
    ("preset", "options", "rules"),
    [
        (None, GameOptions(), "classic"),
        (None, GameOptions(rules="boom"), "boom"),
        ("8x8", GameOptions(), PRESETS["8x8"].rules),
        ("8x8", GameOptions(rules=WIDE), WIDE),
        ("8x8", GameOptions(size="9x7"), "classic"),
    ],
)
def test_a_preset_has_rules_of_its_own_unless_others_are_given(
    preset: str | None, options: GameOptions, rules: str
) -> None:
    assert _rules_of(preset, options) == rules
