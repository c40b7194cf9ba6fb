"""The four-gene agent in Python: it draws lots, so the chances of every move are compared."""

import importlib.util
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from enraya import Position
from enraya.agents.players.genes import odds, suggestions
from tests.examples.positions import undecided_positions
from tests.examples.programs import AGENTS, answers, command_of

T = TypeVar("T")
COUNT = 500


@pytest.fixture(scope="module")
def player() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("costa_rica", AGENTS / "costa_rica.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Draws:
    """Draws that follow a script and then take the first of what is possible.

    It stands for the module ``random``; ``alternatives`` are the scripts of all that was left out.
    """

    def __init__(self, script: tuple[int, ...], genes: Sequence[float]) -> None:
        self.script, self.genes = script, list(genes)
        self.taken: tuple[int, ...] = ()
        self.chance = 1.0
        self.alternatives: list[tuple[int, ...]] = []

    def random(self) -> float:
        """0 for the first proposal of the next trait, 1 for the second."""
        gene = self.genes.pop(0)
        return float(self._draw([gene, 1 - gene]))

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self._draw([1 / len(options)] * len(options))]

    def _draw(self, chances: list[float]) -> int:
        place = len(self.taken)
        if place < len(self.script):
            drawn = self.script[place]
        else:
            drawn = 0
            self.alternatives += [(*self.taken, other) for other in range(1, len(chances))]
        self.taken += (drawn,)
        self.chance *= chances[drawn]
        return drawn


def chances(player: Any, monkeypatch: pytest.MonkeyPatch, moves: str) -> dict[int, float]:
    """How likely the example plays each column, from 1: all that can be drawn is tried."""
    found: defaultdict[int, float] = defaultdict(float)
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        draws = Draws(scripts.pop(), player.GENES)
        monkeypatch.setattr(player, "random", draws)
        found[player.choose_column(player.Board(moves)) + 1] += draws.chance
        scripts += draws.alternatives
    return dict(found)


@pytest.mark.slow
def test_its_traits_and_the_chances_of_every_move_are_ours(
    player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for position in undecided_positions("classic", COUNT):
        proposed = [trait(player.Board(position.moves), position.mover) for trait in player.TRAITS]
        assert [
            tuple(tuple(sorted(column + 1 for column in some)) for some in both)
            for both in proposed
        ] == [(ours.first, ours.second) for ours in suggestions(position)], position.moves
        wanted = odds(position, player.GENES).chances
        assert chances(player, monkeypatch, position.moves) == pytest.approx(wanted)


@pytest.mark.slow
def test_as_a_program_it_plays_what_our_agent_could(tmp_path: Path) -> None:
    positions = undecided_positions("classic", COUNT)
    moves, _ = answers(command_of(AGENTS / "costa_rica.py", tmp_path), [p.moves for p in positions])
    genes = (0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)
    for position, move in zip(positions, moves, strict=True):
        assert int(move) in odds(position, genes).chances


@pytest.mark.parametrize(("moves", "column"), [("121212", 1), ("1212127", 2), ("12171", 1)])
def test_it_wins_if_it_can_and_else_blocks(player: Any, moves: str, column: int) -> None:
    assert player.choose(Position.parse(moves), None) == column
