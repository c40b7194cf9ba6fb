"""Model files: round trips, and refusals of damaged and foreign files."""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.errors import InvalidSetting, UnknownName
from enraya.models import Header, load_model, model_path, read_heuristic, save_model

HEADER = Header("poly", ("a", "b"), command="enraya train poly", seed=3, metrics={"r2": 0.5})
ARRAYS = {
    "weights": np.arange(6, dtype=np.float32).reshape(2, 3),
    "cells": np.array([1, 2]),
    "one": np.array(3),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "model.npz"
    save_model(path, HEADER, ARRAYS)
    return path


def test_a_written_model_is_read_back(file: Path) -> None:
    model = load_model(file)
    assert model.header == HEADER
    assert model.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert np.array_equal(model.arrays[name], array)
        assert model.arrays[name].dtype == array.dtype
    with np.load(file, allow_pickle=False) as archive:
        assert np.array_equal(archive["weights"], ARRAYS["weights"])


def test_equal_models_make_identical_files(file: Path, tmp_path: Path) -> None:
    save_model(tmp_path / "again.npz", HEADER, dict(reversed(ARRAYS.items())))
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_a_changed_byte_is_detected(file: Path, share: float) -> None:
    content = bytearray(file.read_bytes())
    content[int(share * len(content))] ^= 0xFF
    file.write_bytes(content)
    try:
        model = load_model(file)
    except InvalidSetting as error:
        assert str(file) in str(error) or "part" in str(error)  # noqa: PT017  # or it is harmless
    else:  # a byte that no reader looks at, such as the second copy of a name
        assert model.header == HEADER
        assert all(np.array_equal(model.arrays[name], ARRAYS[name]) for name in ARRAYS)


@pytest.mark.parametrize("kept", [0, 1, 50, 400])
def test_a_truncated_file_is_refused(file: Path, kept: int) -> None:
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(InvalidSetting, match="not an enraya model"):
        load_model(file)


def rewritten(file: Path, **changes: object) -> None:
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = {**json.loads(parts["header.json"]), **changes}
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, json.dumps(facts) if name == "header.json" else data)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "other"}, "not an enraya model"),
        ({"version": 2}, "version 2; this enraya reads version 1"),
        ({"seed": 4}, "damaged: its checksum"),
        ({"kind": "forest"}, "damaged: its checksum"),
    ],
)
def test_a_changed_header_is_refused(file: Path, changes: dict[str, object], words: str) -> None:
    rewritten(file, **changes)
    with pytest.raises(InvalidSetting, match=words):
        load_model(file)


def test_a_file_has_at_most_64_parts(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    save_model(path, HEADER, {f"a{number}": np.zeros(1) for number in range(64)})
    with pytest.raises(InvalidSetting, match="is not an enraya model"):
        load_model(path)


@pytest.mark.parametrize("header", [b"", b" " * (1 << 20) + b"{}", b"[" * 100_000])
def test_an_empty_a_huge_and_a_deeply_nested_header_are_refused(
    tmp_path: Path, header: bytes
) -> None:
    path = tmp_path / "model.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", header)
    with pytest.raises(InvalidSetting, match=r"is not an enraya model$"):
        load_model(path)


def test_unreadable_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "arrays.npz"
    with pytest.raises(InvalidSetting, match=r"arrays\.npz': No such file or directory$"):
        load_model(path)
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(InvalidSetting, match="not an enraya model"):
        load_model(path)
    path.write_text("hello")
    with pytest.raises(InvalidSetting, match="not an enraya model"):
        load_model(path)


@pytest.mark.parametrize("array", [np.array([{}], dtype=object), np.array([np.nan])])
def test_only_finite_numbers_are_written(tmp_path: Path, array: NDArray[Any]) -> None:
    with pytest.raises(InvalidSetting, match="finite numbers"):
        save_model(tmp_path / "model.npz", HEADER, {"weights": array})
    assert not list(tmp_path.iterdir())


def test_an_unknown_kind_and_an_unknown_model_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    with pytest.raises(UnknownName, match="model or model file"):
        model_path(str(path))
    save_model(path, Header("oracle"), ARRAYS)
    with pytest.raises(UnknownName, match="unknown kind of model 'oracle'"):
        read_heuristic(str(path))
