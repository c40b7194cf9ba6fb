"""Random games: equal to those of a slow twin, and fair."""

import numpy as np
import pytest

from enraya.rules import RuleSet
from enraya.rules.classic import classic
from tests.kernels.support import LARGEST_WORD, kernel_board, play_games, random_stream, sized
from tests.strategies import RULES, make_twin, walk


def twin_game(rules: RuleSet, seed: int, number: int) -> tuple[int, int]:
    """Result and length of one random game, by the slow twin and plain integers."""
    twin, words = make_twin(rules), random_stream(seed, number)
    while twin.winner() is None:
        legal = twin.legal_moves()
        twin.play(legal[((next(words) >> 32) * len(legal)) >> 32])
    winner = twin.winner()
    assert winner is not None
    return winner, twin.move_number - 1


@pytest.mark.parametrize("seed", [11, LARGEST_WORD])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_playouts_agree_with_the_twin(rules: RuleSet, seed: int) -> None:
    count = 25
    results, lengths = play_games(rules, seed, first_game=100, count=count)
    expected = [twin_game(rules, seed, number) for number in range(100, 100 + count)]
    assert list(zip(results.tolist(), lengths.tolist(), strict=True)) == expected


def share(rules: RuleSet, winner: int, count: int) -> float:
    results, _ = play_games(rules, seed=5, first_game=0, count=count)
    return float(np.mean(results == winner))


def test_the_first_player_wins_random_games_at_the_known_rate() -> None:
    """Of random 7×6 games the first player wins about 55.6 %, and about 0.26 % are draws."""
    count = sized(200_000, 400)
    deviation = float(np.sqrt(0.556 * 0.444 / count))
    assert share(classic(), 1, count) == pytest.approx(0.556, abs=4 * deviation)
    assert share(classic(), 0, count) == pytest.approx(0.0026, abs=4 * np.sqrt(0.0026 / count))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_playouts_start_from_the_given_board(rules: RuleSet) -> None:
    game = [position for _, position in walk(rules, bytes(range(1, 200)))]
    end = kernel_board(game[-1].board)
    results, lengths = play_games(rules, seed=1, first_game=0, count=5, board=end)
    assert results.tolist() == [game[-1].result] * 5
    assert lengths.tolist() == [0] * 5
    last_but_one = game[-2]
    results, lengths = play_games(
        rules, seed=1, first_game=0, count=sized(300, 60), board=kernel_board(last_but_one.board)
    )
    children = [last_but_one.play(move) for move in last_but_one.legal_moves]
    possible = {child.result for child in children if child.is_over}
    assert possible == set(results[lengths == 1].tolist())
