"""Trained models as files without executable content.

::

    model.npz
    ├── header.json    format, version, kind, rules, features, command, seed, metrics, checksum, …
    └── NAME.npy …     the arrays

A file is a plain zip of plain arrays, so `numpy.load` reads it as well. Nothing in it is ever
executed: anything but arrays of numbers is refused, and so is a file whose checksum does not match
its content. Nothing is unpacked or allocated before its size is checked: numpy evaluates the header
of an array and allocates the size it declares, so here the header must first match the only form
that numpy writes for plain numbers, and its size that of the data. The same model always gives the
same bytes, so repeated training runs can be compared file by file.
"""

import hashlib
import io
import json
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.files import write_bytes

_ARRAY_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|](?:b1|[iu][1248]|f[248]))', "
    rb"'fortran_order': (False|True), 'shape': \(((?:\d{1,10}(?:, \d{1,10}){0,3},?)?)\), \} *\n",
    re.DOTALL,
)
FORMAT = "enraya model"
VERSION = 1
MAX_BYTES = 1 << 29
"""Files that unpack to more than this many bytes are refused."""
_HEADER = "header.json"
_HEADER_BYTES = 1 << 20
_MOST_PARTS = 64
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_TYPES = {
    "kind": str, "features": list, "rules": str, "parameters": dict, "command": str, "seed": int,
    "metrics": dict,
}  # fmt: skip
"""The types of the header's fields in JSON."""
_ARRAY_SUFFIX = ".npy"
_SAME_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every part of a file, so that equal models give equal files."""

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Header:
    """The description of a model in its file."""

    kind: str
    """A name from `enraya.models.KINDS`."""
    features: tuple[str, ...] = ()
    """The names of the model's inputs, in order; empty if it reads the board directly."""
    rules: str = "classic"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The parameters of the training."""
    command: str = ""
    """The command that trained the model."""
    seed: int = 0
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """What was measured during the training."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The content of a model file."""

    header: Header
    arrays: Arrays


def save_model(path: Path, header: Header, arrays: Arrays) -> None:
    """Writes a model file atomically.

    Raises:
        InvalidSetting: if the file cannot be written or an array has anything but finite numbers.
    """
    for name, array in arrays.items():
        if array.dtype.hasobject or not np.all(np.isfinite(array)):
            raise InvalidSetting(
                f"array {name!r} of the model has values that are not finite numbers"
            )
    parts = {name + _ARRAY_SUFFIX: encode_array(array) for name, array in sorted(arrays.items())}
    facts = {"format": FORMAT, "version": VERSION, **asdict(header)}
    facts["checksum"] = _checksum(facts, parts)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {_HEADER: json.dumps(facts, indent=1).encode(), **parts}.items():
            entry = zipfile.ZipInfo(name, _SAME_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    write_bytes(path, content.getvalue())


def load_model(path: Path) -> ModelFile:
    """Reads a model file and checks that it is complete and undamaged.

    Whether its arrays make a model of its kind is checked when it is used: see
    `enraya.models.checks`.

    Raises:
        InvalidSetting: if there is no such file, or it is damaged, of another version or not a
            model.
    """
    parts = _read_parts(path)
    try:
        return _model(str(path), json.loads(parts.pop(_HEADER)), parts)
    except InvalidSetting:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise InvalidSetting(f"{str(path)!r} is not an enraya model") from None


def _model(path: str, facts: dict[str, Any], parts: Mapping[str, bytes]) -> ModelFile:
    """The model in the header and the other parts of a file, none of which is checked yet."""
    if facts["format"] != FORMAT:
        raise InvalidSetting(f"{path!r} is not an enraya model")
    if facts["version"] != VERSION:
        raise InvalidSetting(
            f"{path!r} is a model of version {str(facts['version'])[:20]}; "
            f"this enraya reads version {VERSION}"
        )
    if facts.pop("checksum") != _checksum(facts, parts):
        raise InvalidSetting(f"the model {path!r} is damaged: its checksum does not match")
    return ModelFile(_header(facts), _arrays(parts))


def _read_parts(path: Path) -> dict[str, bytes]:
    """The unpacked parts of a file, the header included, after a check of the declared sizes."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check_entries(path, entries)
            return {entry.filename: archive.read(entry) for entry in entries}
    except InvalidSetting:
        raise
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError):
        raise InvalidSetting(f"{str(path)!r} is not an enraya model, or is damaged") from None


def _check_entries(path: Path, entries: list[zipfile.ZipInfo]) -> None:
    sizes = {entry.filename: entry.file_size for entry in entries}
    is_plain = all(entry.compress_type in _PACKINGS for entry in entries)
    if not 0 < sizes.get(_HEADER, 0) <= _HEADER_BYTES or not is_plain or len(entries) > _MOST_PARTS:
        raise InvalidSetting(f"{str(path)!r} is not an enraya model")
    if sum(entry.file_size for entry in entries) > MAX_BYTES:
        raise InvalidSetting(f"{str(path)!r} is larger than any enraya model")


def _header(facts: dict[str, Any]) -> Header:
    """The header, after a check that its fields have the declared types."""
    known = {name: facts[name] for name in _TYPES if name in facts}
    for name, value in known.items():
        if type(value) is not _TYPES[name]:
            raise TypeError(name)
    features = tuple(known.pop("features", ()))
    if not all(isinstance(name, str) for name in features):
        raise TypeError(features)
    return Header(features=features, **known)


def _arrays(parts: Mapping[str, bytes]) -> dict[str, NDArray[Any]]:
    arrays = {}
    for name, data in parts.items():
        try:
            arrays[name.removesuffix(_ARRAY_SUFFIX)] = decode_array(data)
        except ValueError as error:
            raise InvalidSetting(
                f"part {name!r} of the model is not an array of finite numbers: {error}"
            ) from None
    return arrays


def _checksum(facts: Mapping[str, Any], parts: Mapping[str, bytes]) -> str:
    """SHA-256 of the header without the checksum itself, and of every array."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    for name in sorted(parts):
        digest.update(name.encode())
        digest.update(hashlib.sha256(parts[name]).digest())
    return digest.hexdigest()


def encode_array(array: NDArray[Any]) -> bytes:
    """The bytes of an array of numbers."""
    content = io.BytesIO()
    np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
    return content.getvalue()


def decode_array(data: bytes) -> NDArray[Any]:
    """The array of finite numbers that the bytes hold.

    Raises:
        ValueError: if they hold anything else.
    """
    header = _ARRAY_HEADER.match(data)
    if header is None:
        raise ValueError("not an array of numbers")
    kind, is_fortran, sizes = (group.decode() for group in header.groups())
    dtype, shape = np.dtype(kind), tuple(int(size) for size in sizes.split(",") if size.strip())
    if math.prod(shape) * dtype.itemsize != len(data) - header.end():
        raise ValueError("not as many numbers as declared")
    order: Any = "F" if is_fortran == "True" else "C"
    found = np.ndarray(shape, dtype, data, header.end(), order=order)
    if dtype.kind == "f" and not np.all(np.isfinite(found)):
        raise ValueError("a number that is not finite")
    return found.astype(dtype.newbyteorder("="))  # a copy: kernels take only writable arrays
