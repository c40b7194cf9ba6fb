"""Keys of the positions that games went through."""

import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.game.position import Position
from enraya.kernels.core.compile import interpreted
from enraya.kernels.games.replay import EXPLOSION, position_keys
from enraya.rules import RuleSet
from tests.strategies import BOMB_RULES, RULES, seeded, walk


def random_games(rules: RuleSet, seed: int, count: int) -> list[list[Position]]:
    """The positions of some random games, from the first move on."""
    random = seeded(seed)
    return [[position for _, position in walk(rules, random.randbytes(90))] for _ in range(count)]


def keys_of(
    rules: RuleSet, games: list[str], openings: list[int], *, compiled: bool = True
) -> NDArray[np.uint64]:
    text = "".join(games)
    moves = [EXPLOSION if move == "B" else "123456789abcdefg".index(move) for move in text]
    keys = np.zeros(len(text) - sum(openings), dtype=np.uint64)
    function = position_keys if compiled else interpreted(position_keys)
    with np.errstate(over="ignore"):
        function(
            rules.numbers,
            rules.kernel_geometry,
            np.array(moves, dtype=np.uint8),
            np.cumsum([len(game) for game in games]),
            np.array(openings, dtype=np.int64),
            keys,
        )
    return keys


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_positions_share_a_key_exactly_when_they_are_equal(rules: RuleSet) -> None:
    games = random_games(rules, 3, 20)
    keys = keys_of(rules, [game[-1].moves for game in games], [0] * len(games)).tolist()
    positions = [position for game in games for position in game]
    assert len(keys) == len(positions)
    assert len(set(keys)) == len(set(positions)) == len(set(zip(keys, positions, strict=True)))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_keys_of_the_opening_are_left_out(rules: RuleSet) -> None:
    moves = random_games(rules, 4, 1)[0][-1].moves
    whole = keys_of(rules, [moves], [0])
    assert keys_of(rules, [moves, moves], [3, 5]).tolist() == [*whole[3:], *whole[5:]]


@pytest.mark.parametrize("rules", [RULES[0], *BOMB_RULES], ids=str)
def test_compiled_and_interpreted_keys_agree(rules: RuleSet) -> None:
    moves = [game[-1].moves for game in random_games(rules, 5, 3)]
    compiled = keys_of(rules, moves, [0, 2, 4])
    assert compiled.tolist() == keys_of(rules, moves, [0, 2, 4], compiled=False).tolist()
