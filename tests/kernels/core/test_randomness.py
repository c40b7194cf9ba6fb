"""The random generator against its published algorithm, in plain integers."""

import pytest

from enraya.kernels.core.compile import word
from enraya.kernels.core.randomness import advance, below, mix, stream
from tests.kernels.support import random_words, splitmix

WORDS = random_words(seed=2, count=30)


@pytest.mark.parametrize("bits", WORDS)
def test_mix_is_the_output_function_of_splitmix64(bits: int) -> None:
    assert int(mix(word(bits))) == splitmix(bits)


def test_the_generator_gives_the_published_first_words_of_seed_1234567() -> None:
    state, words = word(1234567), []
    for _ in range(5):
        state = advance(state)
        words.append(int(mix(state)))
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("bound", range(1, 18))
def test_below_returns_every_number_under_the_bound_and_no_other(bound: int) -> None:
    words = random_words(seed=bound, count=400)
    assert {int(below(word(bits), bound)) for bits in words} == set(range(bound))


def test_streams_of_neighbouring_seeds_and_games_differ() -> None:
    starts = {int(stream(word(seed), word(game))) for seed in range(30) for game in range(30)}
    assert len(starts) == 30 * 30
