"""What `enraya tournament` makes of a preset, a file and its arguments."""

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.options import GameOptions
from enraya.cli.arena.tournament import _rules_of
from enraya.errors import EnrayaError
from tests.cli.running import printed

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


@pytest.mark.parametrize(
    "others", [["random"], ["--file", "agents.txt"], ["--preset", "boom"], ["random", "greedy"]]
)
def test_a_tournament_that_is_resumed_takes_no_others(others: list[str]) -> None:
    with pytest.raises(EnrayaError, match="it takes no agents"):
        printed("tournament", "--resume", "1", *others)


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        ([], "at least two agents"),
        (["random"], "at least two agents"),
        (["nobody(3)"], "at least two agents"),
        (["file:absent"], "at least two agents"),
        (["clas"], "no agent, file or folder 'clas'"),
    ],
)
def test_a_lone_word_is_taken_for_a_folder_that_is_mistyped(agents: list[str], words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        printed("tournament", *agents)
