"""Small sound models of every kind, and files with valid checksums and wrong content."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.models import Header, ModelFile
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.modelfile import FORMAT, VERSION, _checksum, encode_array
from enraya.models.ntuple import pack
from enraya.models.ntuple_shapes import shapes, table_sizes

Arrays = dict[str, NDArray[np.generic]]
INPUTS = len(OUR_NAMES)


def sound_models() -> dict[str, ModelFile]:
    """A model of every kind that all checks let through."""
    tuples = shapes(7, 6)[:3]
    tables = pack(tuples, np.ones((2, sum(table_sizes(tuples))), dtype=np.float32))
    layers: Arrays = {
        "weights0": np.ones((4, INPUTS), dtype=np.float32),
        "biases0": np.zeros(4, dtype=np.float32),
        "weights1": np.ones((3, 4), dtype=np.float32),
        "biases1": np.zeros(3, dtype=np.float32),
        "scale": np.array(2.0, dtype=np.float32),
    }
    trees: Arrays = {
        "feature": np.array([0, -1, -1, 3, -1, -1], dtype=np.int16),
        "value": np.array([4, -1, 1, 2, 0.5, -0.5], dtype=np.float32),
        "greater": np.array([2, 0, 0, 5, 0, 0], dtype=np.int32),
        "roots": np.array([0, 3], dtype=np.int32),
        "is_root": np.array(1, dtype=np.int8),
    }
    polynomial: Arrays = {"coefficients": np.ones(78), "intercept": np.array(0.5)}
    return {
        "poly": ModelFile(Header("poly", PAPER_NAMES), polynomial),
        "logistic": ModelFile(Header("logistic", OUR_NAMES), layers),
        "mlp": ModelFile(Header("mlp", OUR_NAMES), layers),
        "forest": ModelFile(Header("forest", OUR_NAMES), trees),
        "boosting": ModelFile(Header("boosting", OUR_NAMES), trees),
        "tables": ModelFile(Header("tables"), {**tables, "step": np.array(5.0)}),
        "ntuple": ModelFile(Header("ntuple"), dict(tables)),
    }


def write_crafted(
    path: Path, header: dict[str, object], parts: dict[str, bytes], packing: int = 8
) -> None:
    """Writes a file with these parts and a checksum that is right."""
    path.write_bytes(packed({"format": FORMAT, "version": VERSION, **header}, parts, packing))


def packed(facts: Any, parts: dict[str, bytes], packing: int = 8) -> bytes:
    """A file with these parts; its checksum is right, if its header can have one."""
    if isinstance(facts, dict):
        facts = {**facts, "checksum": _checksum(facts, parts)}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packing) as archive:
        for name, data in {"header.json": json.dumps(facts).encode(), **parts}.items():
            archive.writestr(name, data)
    return content.getvalue()


def parts_of(arrays: Arrays) -> dict[str, bytes]:
    """The arrays as the parts of a file."""
    return {f"{name}.npy": encode_array(array) for name, array in arrays.items()}
