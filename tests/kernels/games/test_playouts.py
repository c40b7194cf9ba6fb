"""Random games: reproducible, independent of how a batch is split, and fair."""

import hashlib

import numpy as np
import pytest

from enraya.game.position import Position
from enraya.kernels.core.compile import interpreted, word
from enraya.kernels.games.playouts import playouts, random_cell
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic
from tests.kernels.core.test_randomness import splitmix
from tests.kernels.support import EMPTY, LARGEST_WORD, kernel_board, play_games, sized
from tests.strategies import RULES, make_twin, walk

GOLDEN = 0x9E3779B97F4A7C15
SECOND_MULTIPLIER = 0xBF58476D1CE4E5B9


def twin_game(rules: RuleSet, seed: int, number: int) -> tuple[int, int]:
    """Result and length of one random game, by the slow twin and plain integers."""
    twin = make_twin(rules)
    state = splitmix((seed + GOLDEN) & LARGEST_WORD)
    state ^= splitmix((number * GOLDEN + SECOND_MULTIPLIER) & LARGEST_WORD)
    while twin.winner() is None:
        state = (state + GOLDEN) & LARGEST_WORD
        legal = twin.legal_moves()
        twin.play(legal[((splitmix(state) >> 32) * len(legal)) >> 32])
    winner = twin.winner()
    assert winner is not None
    return winner, twin.move_number - 1


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_games_are_those_that_the_twin_plays(rules: RuleSet) -> None:
    count = 25
    results, lengths = play_games(rules, seed=11, first_game=100, count=count)
    expected = [twin_game(rules, 11, number) for number in range(100, 100 + count)]
    assert list(zip(results.tolist(), lengths.tolist(), strict=True)) == expected


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_compiled_games_are_the_interpreted_ones(rules: RuleSet) -> None:
    count = 20
    results, lengths = play_games(rules, seed=LARGEST_WORD, first_game=0, count=count)
    slow_results, slow_lengths = np.empty(count, np.int8), np.empty(count, np.int32)
    interpreted(playouts)(
        rules.numbers, rules.kernel_geometry, EMPTY, word(LARGEST_WORD), 0,
        slow_results, slow_lengths,
    )  # fmt: skip
    assert results.tolist() == slow_results.tolist()
    assert lengths.tolist() == slow_lengths.tolist()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_batch_can_be_split_anywhere(rules: RuleSet) -> None:
    count = sized(1_000, 30)
    whole = play_games(rules, seed=3, first_game=0, count=count)
    for cut in (1, count // 3, count - 1):
        left = play_games(rules, seed=3, first_game=0, count=cut)
        right = play_games(rules, seed=3, first_game=cut, count=count - cut)
        for i in range(2):
            assert np.array_equal(np.concatenate([left[i], right[i]]), whole[i])


@pytest.mark.parametrize(
    ("spec", "digest"),
    [
        ("classic", "89f2484292693e8e"),
        ("classic(columns=8, rows=8)", "cf3a70e63f54d829"),
        ("boom", "001be11ea5fa5191"),
        ("desconecta", "dee0f561945a9931"),
    ],
)
def test_the_first_hundred_games_of_seed_7_never_change(spec: str, digest: str) -> None:
    results, lengths = play_games(parse_rules(spec), seed=7, first_game=0, count=100)
    played = results.astype("<i1").tobytes() + lengths.astype("<i4").tobytes()
    assert hashlib.sha256(played).hexdigest()[:16] == digest


def share(rules: RuleSet, winner: int, count: int) -> float:
    results, _ = play_games(rules, seed=5, first_game=0, count=count)
    return float(np.mean(results == winner))


def test_the_first_player_wins_as_often_as_is_known() -> None:
    """Of random 7×6 games the first player wins about 55.6 %, and about 0.26 % are draws."""
    count = sized(200_000, 400)
    deviation = float(np.sqrt(0.556 * 0.444 / count))
    assert share(classic(), 1, count) == pytest.approx(0.556, abs=4 * deviation)
    assert share(classic(), 0, count) == pytest.approx(0.0026, abs=4 * np.sqrt(0.0026 / count))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_games_start_from_the_given_board(rules: RuleSet) -> None:
    game = [position for _, position in walk(rules, bytes(range(1, 200)))]
    end = kernel_board(game[-1].board)
    results, lengths = play_games(rules, seed=1, first_game=0, count=5, board=end)
    assert results.tolist() == [game[-1].result] * 5
    assert lengths.tolist() == [0] * 5
    last_but_one = game[-2]
    results, lengths = play_games(
        rules, seed=1, first_game=0, count=sized(300, 60), board=kernel_board(last_but_one.board)
    )
    possible = {child.result for child in children(last_but_one) if child.is_over}
    assert possible == set(results[lengths == 1].tolist())


def children(position: Position) -> list[Position]:
    return [position.play(move) for move in position.legal_moves]


def test_random_cell_picks_by_rank() -> None:
    cells = word(0b1011000)
    assert [int(random_cell(cells, choice)) for choice in range(3)] == [0b1000, 0b10000, 0b1000000]
