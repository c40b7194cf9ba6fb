"""Models with a valid checksum that would lead compiled code astray."""

import zipfile
from pathlib import Path

import numpy as np
import pytest

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.kernels.models.polynomial import MOST_DEGREE
from enraya.models import KINDS, ModelFile, load_model, read_heuristic
from enraya.models.polynomial import degree_of, terms
from tests.models.crafted import INPUTS, Arrays, parts_of, sound_models, write_crafted

SOUND = sound_models()
NODES = 5_592_000
HUGE = b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }"


def changed(kind: str, **arrays: object) -> ModelFile:
    """A sound model with other arrays."""
    file = SOUND[kind]
    return ModelFile(file.header, {**file.arrays, **{k: np.asarray(a) for k, a in arrays.items()}})


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_model_evaluates_a_position(kind: str) -> None:
    value = KINDS[kind](kind, SOUND[kind]).evaluate(Position.parse("4453"), 1)
    assert np.isfinite(value)


@pytest.mark.parametrize(
    ("kind", "arrays", "words"),
    [
        ("mlp", {"biases0": np.zeros((4, 0))}, r"'biases0' .* shape \(4, 0\), not \(any\)"),
        ("mlp", {"biases1": np.zeros((3, 0))}, r"'biases1' .* shape \(3, 0\)"),
        ("mlp", {"weights1": np.zeros((3, 4, 1))}, "'weights1' .* shape"),
        ("mlp", {"weights0": np.zeros((4, INPUTS - 1))}, "'weights0' .* shape"),
        ("mlp", {"biases0": np.zeros(0), "weights0": np.zeros((0, INPUTS))}, "1 to 80 values"),
        ("mlp", {"biases1": np.zeros(2), "weights1": np.zeros((2, 4))}, "1 value or 3, not 2"),
        ("mlp", {"weights7": np.zeros((3, 4))}, "has no array 'biases2'"),
        ("mlp", {f"weights{i}": np.zeros(1) for i in range(9)}, "1 to 8 layers, not 9"),
        ("mlp", {"scale": np.array(np.nan)}, "'scale' .* not from -1e\\+30 to 1e\\+30"),
        ("mlp", {"biases0": np.full(4, np.inf)}, "'biases0' .* not from"),
        ("mlp", {"scale": np.zeros(1)}, "'scale' .* shape"),
        ("mlp", {"scale": np.array("2")}, "'scale' .* wrong type <U1"),
        ("forest", {"feature": [0, -1, -1, INPUTS, -1, -1]}, "'feature' .* not from -1 to"),
        ("forest", {"feature": [0, -1, -1, -2, -1, -1]}, "'feature' .* not from -1 to"),
        ("forest", {"feature": np.zeros(6)}, "'feature' .* wrong type float64"),
        ("forest", {"value": np.zeros(5)}, "'value' .* shape"),
        ("forest", {"value": np.full(6, np.nan)}, "'value' .* not from"),
        ("forest", {"greater": [-1, 0, 0, 5, 0, 0]}, "'greater' .* not from 0"),
        ("forest", {"greater": [2, 0, 0, 6, 0, 0]}, "'greater' .* not from 0"),
        ("forest", {"greater": [0, 0, 0, 5, 0, 0]}, "leads outside that tree"),
        ("forest", {"greater": [3, 0, 0, 5, 0, 0]}, "leads outside that tree"),
        ("forest", {"feature": [0, -1, 1, 3, -1, -1], "greater": [2, 0, 3, 5, 0, 0]}, "outside"),
        ("forest", {"feature": [0, -1, -1, 3, -1, 0]}, "leads outside that tree|end with a leaf"),
        ("forest", {"roots": [0, 6]}, "'roots' .* not from 0 to 5"),
        ("forest", {"roots": [0, -3]}, "'roots' .* not from 0 to 5"),
        ("forest", {"roots": [3, 0]}, "are not one after another"),
        ("forest", {"roots": [0, 0]}, "are not one after another"),
        ("forest", {"roots": np.zeros(0, np.int32)}, "are not one after another"),
        ("forest", {"is_root": 2}, "'is_root' .* not from 0 to 1"),
        ("poly", {"coefficients": np.ones((78, 1))}, "'coefficients' .* shape"),
        ("poly", {"coefficients": np.ones(77)}, "has 77 terms"),
        ("poly", {"coefficients": np.full(78, np.nan)}, "'coefficients' .* not from"),
        ("poly", {"intercept": np.ones(2)}, "'intercept' .* shape"),
        ("tables", {"step": -1.0}, "'step' .* not from 0"),
        ("tables", {"step": np.inf}, "'step' .* not from 0"),
        ("ntuple", {"strips": np.zeros((0, 4), np.int16)}, "strips, not 0"),
        ("ntuple", {"strips": np.zeros((9999, 4), np.int16)}, "strips, not 9999"),
        ("ntuple", {"strips": np.zeros((3, 3), np.int16)}, "'strips' .* shape"),
        ("ntuple", {"strips": np.full((3, 4), -1)}, "'strips' .* not from 0"),
        ("ntuple", {"weights": np.zeros((2, 9), np.int8)}, "do not fit"),
        ("ntuple", {"weights": np.full((2, 9), 300)}, "'weights' .* not from -128"),
        ("ntuple", {"scales": np.full((2, 3), np.nan)}, "'scales' .* not from 0"),
    ],
)
def test_arrays_that_are_not_a_model_are_refused(kind: str, arrays: Arrays, words: str) -> None:
    with pytest.raises(InvalidSetting, match=words):
        KINDS[kind](kind, changed(kind, **arrays))


@pytest.mark.parametrize("degree", range(1, MOST_DEGREE + 1))
def test_a_polynomial_must_have_the_number_of_terms_of_its_degree(degree: int) -> None:
    count = len(terms(degree))
    assert degree_of(changed("poly", coefficients=np.zeros(count))) == degree
    with pytest.raises(InvalidSetting, match=f"has {count + 1} terms"):
        degree_of(changed("poly", coefficients=np.zeros(count + 1)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_array_is_named(kind: str) -> None:
    for name in SOUND[kind].arrays:
        rest = {key: array for key, array in SOUND[kind].arrays.items() if key != name}
        with pytest.raises(InvalidSetting, match=r"no array|last layer"):
            KINDS[kind](kind, ModelFile(SOUND[kind].header, rest))


def many_leaves(count: int) -> Arrays:
    return {
        "feature": np.full(count, -1, np.int16),
        "value": np.zeros(count, np.float32),
        "greater": np.zeros(count, np.int32),
        "roots": np.arange(count, dtype=np.int32),
    }


def test_trees_too_large_for_a_kernel_to_index_are_refused() -> None:
    with pytest.raises(InvalidSetting, match="too many"):
        KINDS["forest"]("forest", changed("forest", **many_leaves(NODES)))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"kind": ["mlp"]}, "not an enraya model"),
        ({"kind": "mlp", "features": [["a"]]}, "not an enraya model"),
        ({"kind": "mlp", "features": 5}, "not an enraya model"),
        ({"kind": "mlp", "parameters": []}, "not an enraya model"),
        ({"kind": "mlp", "seed": 1e400}, "not an enraya model"),
        ({"kind": "ntuple", "rules": {}}, "not an enraya model"),
        ({"kind": "ntuple", "rules": "boom"}, "is for classic games"),
        ({"kind": "ntuple", "rules": "classic(columns=4, rows=9)"}, "is for classic games"),
        ({"kind": "ntuple", "rules": "x" * 3000}, "do not fit its kind"),
    ],
)
def test_headers_with_other_types_are_refused(
    tmp_path: Path, header: dict[str, object], words: str
) -> None:
    path = tmp_path / "model.npz"
    write_crafted(path, header, {})
    with pytest.raises(ValueError, match=words) as refused:
        read_heuristic(str(path))
    assert type(refused.value).__module__ == "enraya.errors"


@pytest.mark.parametrize(
    "data",
    [
        HUGE % b"9999999999, 9999999999" + b" " * 40 + b"\n" + bytes(8),
        HUGE % b"4294967296, 4294967296" + b"\n",
        HUGE % b"-1," + b"\n" + bytes(8),
        HUGE % b"2," + b"\n" + bytes(9),
        HUGE.replace(b"<f4", b"|O8") % b"1," + b"\n" + bytes(8),
        HUGE.replace(b"<f4", b"<U9") % b"1," + b"\n" + bytes(36),
        HUGE % (b"(" * 5000) + b"\n",
        HUGE % b"1," + b"\n" + np.float32(np.nan).tobytes(),
        HUGE % b"1," + b"\n" + np.float32(np.inf).tobytes(),
        b"",
    ],
)
def test_parts_that_are_not_plain_arrays_are_refused_before_allocation(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "model.npz"
    write_crafted(path, {"kind": "mlp"}, {"scale.npy": data})
    with pytest.raises(InvalidSetting, match=r"part 'scale\.npy' of the model is not an array"):
        load_model(path)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_parts_compressed_by_another_method_are_refused(tmp_path: Path, packing: int) -> None:
    path = tmp_path / "model.npz"
    write_crafted(path, {"kind": "mlp"}, {"scale.npy": bytes(100)}, packing)
    with pytest.raises(InvalidSetting, match="not an enraya model"):
        load_model(path)


def test_a_file_that_unpacks_to_too_many_bytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    write_crafted(path, {"kind": "mlp"}, parts_of({"scale": np.array(1.0)}))
    content = bytearray(path.read_bytes())
    size = content.rindex(b"PK\x01\x02") + 24
    content[size : size + 4] = (1 << 30).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(InvalidSetting, match="larger than any enraya model"):
        load_model(path)
