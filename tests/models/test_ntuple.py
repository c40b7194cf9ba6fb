"""N-tuple models as files."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.models import Header, load_model, model_path, read_heuristic, save_model
from enraya.models.ntuple import KIND, load, pack, unpack
from enraya.models.ntuple_shapes import Strip, shapes, table_sizes
from enraya.rules.classic import classic
from tests.strategies import ALL_SIZES

SMALL = classic(5, 4)
TUPLES = shapes(5, 4)


def random_weights(seed: int = 3) -> NDArray[np.float32]:
    entries = sum(table_sizes(TUPLES))
    return np.random.default_rng(seed).normal(0, 0.1, (2, entries)).astype(np.float32)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "model.npz"
    save_model(path, Header(kind=KIND, rules=str(SMALL)), pack(TUPLES, random_weights()))
    return path


def test_rounding_changes_no_weight_by_more_than_half_a_step() -> None:
    weights = random_weights()
    arrays = pack(TUPLES, weights)
    tuples, rounded = unpack(arrays, SMALL)
    assert tuples == TUPLES
    half = np.repeat(arrays["scales"], table_sizes(TUPLES), axis=1) / 2
    assert np.all(np.abs(rounded - weights) <= half * 1.001)
    assert np.array_equal(unpack(pack(TUPLES, rounded), SMALL)[1], rounded), "once is enough"


def test_a_saved_model_evaluates_only_positions_of_its_board(saved: Path) -> None:
    heuristic = read_heuristic(str(saved))
    position = Position.start(SMALL).play(2).play(2)
    value = heuristic.evaluate(position, 1)
    assert -1 < value < 1
    assert value == heuristic.evaluate(position.mirror(), 1) == -heuristic.evaluate(position, 2)
    with pytest.raises(InvalidSetting, match=r"columns=5, rows=4\) only"):
        heuristic.evaluate(Position.start(), 1)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("weights", lambda array: array[:, :-1]),
        ("scales", lambda array: array[:1]),
        ("strips", lambda array: array + 1),
        ("strips", lambda array: array[:-1]),
        ("strips", lambda array: array * np.array([0, 1, 1, 1])),
    ],
)
def test_arrays_that_do_not_fit_are_refused(saved: Path, name: str, change: object) -> None:
    file = load_model(saved)
    assert callable(change)
    broken = file.__class__(file.header, {**file.arrays, name: change(file.arrays[name])})
    with pytest.raises(InvalidSetting, match=r"do not fit|has the shape"):
        load("broken", broken)


@pytest.mark.parametrize("size", [size for size in ALL_SIZES if size[1] <= 8])
def test_tuples_lie_on_the_board_and_cover_it(size: tuple[int, int]) -> None:
    columns, rows = size
    covered = set()
    for shape in shapes(columns, rows):
        for column, row, height in shape:
            covered |= {(column, row + i) for i in range(height)}
            covered |= {(columns - 1 - column, row + i) for i in range(height)}
    assert covered == {(column, row) for column in range(columns) for row in range(rows)}
    assert 2 * len(shapes(columns, rows)) <= 256


def test_no_tuple_is_the_mirror_image_of_another() -> None:
    tuples = shapes(7, 6)
    images = {tuple(sorted(Strip(6 - c, r, h) for c, r, h in shape)) for shape in tuples}
    assert len(tuples) == len(images) == len(set(tuples))
    for shape in tuples:
        assert tuple(sorted(shape)) == shape
    both = images & set(tuples)
    assert all(tuple(sorted(Strip(6 - c, r, h) for c, r, h in shape)) == shape for shape in both)


@pytest.mark.parametrize("name", ["ntuple", "tables"])
def test_shipped_models_have_the_tuples_of_todays_training(name: str) -> None:
    rules = classic()
    assert unpack(load_model(model_path(name)).arrays, rules)[0] == shapes(7, 6)


def test_tables_without_weights_stay_empty() -> None:
    packed = pack(TUPLES, np.zeros_like(random_weights()))
    assert not unpack(packed, SMALL)[1].any()
    assert (packed["scales"] == 1).all()
