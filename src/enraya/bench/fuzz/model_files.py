"""Damaged and crafted model files: loaded, and asked for the value of two positions."""

import hashlib
import io
import itertools
import json
import math
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.bench.fuzz.harness import Case, Target
from enraya.bench.fuzz.mutations import mutate, mutate_value
from enraya.game.position import Position
from enraya.models import Header, read_heuristic, save_model
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.modelfile import decode_array, encode_array
from enraya.models.ntuple import pack
from enraya.models.ntuple_shapes import shapes, table_sizes
from enraya.rules.classic import classic

Arrays = dict[str, NDArray[Any]]
MOVES = ("4453", "44444415")
_HEADER = "header.json"
_DTYPES = ("<f4", "<f8", "<i8", "<i4", "|i1", "<u8", "|b1")
_NUMBERS = (0, -1, 1, 7, 1e9, -1e30, 1e38, 2**24, 2**31, float("nan"), float("inf"))


def _network(rng: np.random.Generator) -> Arrays:
    sizes = (len(OUR_NAMES), 5, 3)
    arrays: Arrays = {"scale": np.array(2.0, np.float32)}
    for layer, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        arrays[f"weights{layer}"] = rng.standard_normal((outputs, inputs)).astype(np.float32)
        arrays[f"biases{layer}"] = np.zeros(outputs, np.float32)
    return arrays


def _trees() -> Arrays:
    return {
        "feature": np.array([0, -1, -1, 3, -1, 5, -1, -1], np.int16),
        "value": np.array([4, -1, 1, 2, 0.5, 1, -0.5, 2], np.float32),
        "greater": np.array([2, 0, 0, 5, 0, 7, 0, 0], np.int32),
        "roots": np.array([0, 3], np.int32),
        "is_root": np.array(1, np.int8),
    }


def write_samples(folder: Path) -> list[Path]:
    """Writes a sound model of every kind."""
    rng = np.random.default_rng(0)
    tuples = shapes(7, 6)[:2]
    tables = pack(tuples, rng.random((2, sum(table_sizes(tuples)))).astype(np.float32))
    kinds: dict[str, tuple[tuple[str, ...], Any]] = {
        "poly": (PAPER_NAMES, {"coefficients": rng.random(78), "intercept": np.array(0.5)}),
        "mlp": (OUR_NAMES, _network(rng)),
        "boosting": (OUR_NAMES, _trees()),
        "tables": ((), {**tables, "step": np.array(5.0)}),
        "ntuple": ((), tables),
    }
    for kind, (features, arrays) in kinds.items():
        save_model(folder / f"{kind}.npz", Header(kind, features), arrays)
    return [folder / f"{kind}.npz" for kind in kinds]


def crafted(path: Path, random: Random) -> bytes:
    """A sound file with other values in its header or an array, and a checksum that is right."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    facts = json.loads(parts.pop(_HEADER))
    del facts["checksum"]
    name = random.choice([_HEADER, *sorted(parts)])
    if name == _HEADER:
        facts = mutate_value(facts, random)
    else:
        parts[name] = _other_array(parts[name], random)
    if isinstance(facts, dict):
        digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
        for part in sorted(parts):
            digest.update(part.encode() + hashlib.sha256(parts[part]).digest())
        facts["checksum"] = digest.hexdigest()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, data in {_HEADER: json.dumps(facts).encode(), **parts}.items():
            archive.writestr(part, data)
    return content.getvalue()


def _other_array(data: bytes, random: Random) -> bytes:
    array = decode_array(data)
    kind = random.randrange(5)
    with np.errstate(all="ignore"):
        if kind == 0:
            return mutate(data, random)
        if kind == 1:
            array = array.astype(random.choice(_DTYPES))
        elif kind == 2:
            array = random.choice((array[..., None], array.ravel()[:-1], array.ravel()[None, :0]))
        elif kind == 3:
            array = np.concatenate([array.ravel()] * random.randint(2, 5))
        elif array.size:
            flat = array.astype(np.float64).ravel()
            flat[random.randrange(flat.size)] = random.choice(_NUMBERS)
            array = flat.reshape(array.shape).astype(array.dtype)
    return encode_array(array)


def _use(path: Path) -> None:
    heuristic = read_heuristic(str(path))
    for moves in MOVES:
        position = Position.parse(moves, heuristic.only or classic())
        value = heuristic.evaluate(position, 1)
        assert math.isfinite(value), f"{moves}: {value}"


def _prepare(samples: Path) -> Case:
    files = write_samples(samples)
    for file in files:
        _use(file)

    def run(random: Random, room: Path) -> None:
        file, path = random.choice(files), room / "model.npz"
        is_crafted = random.random() < 0.7
        path.write_bytes(crafted(file, random) if is_crafted else mutate(file.read_bytes(), random))
        _use(path)

    return run


models = Target("models", _prepare, 4_000)
