"""Games played to their end, and random ways into one."""

from functools import partial

import numpy as np
import pytest

from enraya.errors import IllegalMove
from enraya.game.playthrough import last_of, playthrough, random_undecided, random_walk
from enraya.game.position import Position
from enraya.rules import RULE_SETS


def test_a_playthrough_begins_with_its_position_and_ends_with_the_game() -> None:
    game = [position.moves for position in playthrough(Position.start(), lambda p: 1 + p.plies % 2)]
    assert game == ["1212121"[:plies] for plies in range(8)]


def test_a_game_that_is_over_is_its_own_playthrough() -> None:
    over = Position.parse("1212121")
    assert list(playthrough(over, lambda _: 1)) == [over]


def test_an_illegal_move_raises_at_the_move_that_chose_it() -> None:
    with pytest.raises(IllegalMove, match="column 1 is full"):
        last_of(playthrough(Position.start(), lambda _: 1))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_random_walk_asks_once_for_each_move(rules: str) -> None:
    walked = random_walk(Position.start(rules), np.random.default_rng(5), 12)
    rng, position = np.random.default_rng(5), Position.start(rules)
    for _ in range(12):
        moves = position.legal_moves
        if moves:
            position = position.play(moves[int(rng.integers(len(moves)))])
    assert walked.moves == position.moves


def test_the_same_seed_gives_the_same_walks() -> None:
    rng = np.random.default_rng(4)
    draw_plies = partial(rng.integers, 8, 42)
    found = [random_undecided(Position.start(), rng, draw_plies).moves for _ in range(3)]
    assert found == ["7551155344634564541122714", "741165644455174561524", "763347613"]


def test_a_walk_without_a_length_runs_to_the_end_of_the_game() -> None:
    assert random_walk(Position.start(), np.random.default_rng(4)).is_over
