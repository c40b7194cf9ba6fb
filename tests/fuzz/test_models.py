"""Damaged and crafted model files, loaded and used to evaluate two positions."""

import json
import math
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.models import read_heuristic
from enraya.models.modelfile import decode_array, encode_array
from enraya.rules.classic import classic
from tests.fuzz.damage import changed, damaged, tries
from tests.fuzz.sound import write_models
from tests.models.crafted import packed

MOVES = ("4453", "44444415")
HEADER = "header.json"
DTYPES = ("<f4", "<f8", "<i8", "<i4", "|i1", "<u8", "|b1")
NUMBERS = (0, -1, 1, 7, 1e9, -1e30, 1e38, 2**24, 2**31, float("nan"), float("inf"))


@pytest.fixture(scope="module")
def models(room: Path) -> list[Path]:
    """A sound model of every kind, compiled."""
    found = write_models(room)
    for model in found:
        use(model)
    return found


def use(path: Path) -> None:
    heuristic = read_heuristic(str(path))
    for moves in MOVES:
        position = Position.parse(moves, heuristic.only or classic())
        value = heuristic.evaluate(position, 1)
        assert math.isfinite(value), f"{moves}: {value}"


@st.composite
def other_array(draw: st.DrawFn, data: bytes) -> bytes:
    """An array with another type, shape or number."""
    array: NDArray[Any] = decode_array(data)
    change = draw(st.sampled_from(["bytes", "type", "shape", "size", "number"]))
    with np.errstate(all="ignore"):
        if change == "bytes":
            return draw(damaged(data))
        if change == "type":
            array = array.astype(draw(st.sampled_from(DTYPES)))
        elif change == "shape":
            others = (array[..., None], array.ravel()[:-1], array.ravel()[None, :0])
            array = others[draw(st.integers(0, 2))]
        elif change == "size":
            array = np.concatenate([array.ravel()] * draw(st.integers(2, 5)))
        elif array.size:
            flat = array.astype(np.float64).ravel()
            flat[draw(st.integers(0, flat.size - 1))] = draw(st.sampled_from(NUMBERS))
            array = flat.reshape(array.shape).astype(array.dtype)
    return encode_array(array)


@st.composite
def crafted(draw: st.DrawFn, path: Path) -> bytes:
    """A sound file with other values in its header or an array, and a checksum that is right."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts.pop(HEADER))
    del facts["checksum"]
    name = draw(st.sampled_from([HEADER, *sorted(parts)]))
    if name == HEADER:
        facts = draw(changed(facts))
    else:
        parts[name] = draw(other_array(parts[name]))
    return packed(facts, parts)


@pytest.mark.slow
@tries(9)
@given(data=st.data())
def test_damaged_models_are_read_or_refused(
    data: st.DataObject, models: list[Path], room: Path
) -> None:
    model, path = data.draw(st.sampled_from(models)), room / "damaged.npz"
    is_crafted = data.draw(st.booleans(), label="with a checksum that is right")
    path.write_bytes(data.draw(crafted(model) if is_crafted else damaged(model.read_bytes())))
    with suppress(EnrayaError):
        use(path)
