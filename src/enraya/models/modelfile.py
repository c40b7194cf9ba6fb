r"""Trained models as files without executable content.

::

    model.npz
    ├── header.json    format, version, kind, rules, features, command, seed, metrics, checksum, …
    └── NAME.npy …     the arrays

A file is a plain zip of plain arrays, so `numpy.load` reads it as well. Nothing in it is ever run:
arrays of Python objects are refused, and so is a file whose checksum does not match its content.
The same model gives the same bytes, so a repeated training run can be compared file by file.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.files import write_bytes

FORMAT = "enraya model"
VERSION = 1
MAX_BYTES = 1 << 29
"""Files that unpack to more than this are refused."""
_HEADER = "header.json"
_HEADER_BYTES = 1 << 20
_ARRAY_SUFFIX = ".npy"
_SAME_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every part, so that equal models are equal files."""

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Header:
    """What a model file says about itself."""

    kind: str
    """A name from `enraya.models.KINDS`."""
    features: tuple[str, ...] = ()
    """The names of its inputs, in order; none when it reads the board."""
    rules: str = "classic"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """How it was told to learn."""
    command: str = ""
    """The command that made it."""
    seed: int = 0
    metrics: Mapping[str, Any] = field(default_factory=dict)
    """What was measured when it was trained."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file in memory."""

    header: Header
    arrays: Arrays


def save_model(path: Path, header: Header, arrays: Arrays) -> None:
    """Writes a model file, whole or not at all.

    Raises:
        InvalidSetting: when the file cannot be written or the arrays are not plain numbers.
    """
    for name, array in arrays.items():
        if array.dtype.hasobject or not np.all(np.isfinite(array)):
            raise InvalidSetting(f"array {name!r} of the model holds more than finite numbers")
    parts = {name + _ARRAY_SUFFIX: _array_bytes(array) for name, array in sorted(arrays.items())}
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
    """Reads a model file and checks that it is whole.

    Raises:
        InvalidSetting: when there is no such file, or it is damaged, of another version or not a
            model.
    """
    try:
        parts = _read_parts(path)
        facts = json.loads(parts.pop(_HEADER))
        if facts["format"] != FORMAT:
            raise InvalidSetting(f"{str(path)!r} is not an enraya model")
        if facts["version"] != VERSION:
            raise InvalidSetting(
                f"{str(path)!r} is a model of version {facts['version']!r}; "
                f"this enraya reads version {VERSION}"
            )
        if facts.pop("checksum") != _checksum(facts, parts):
            raise InvalidSetting(f"the model {str(path)!r} is damaged: its checksum does not match")
        return ModelFile(_header(facts), _arrays(parts))
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise InvalidSetting(f"{str(path)!r} is not an enraya model, or is damaged") from None
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError):
        raise InvalidSetting(f"{str(path)!r} is not an enraya model") from None


def _read_parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        if _HEADER not in archive.namelist() or archive.getinfo(_HEADER).file_size > _HEADER_BYTES:
            raise InvalidSetting(f"{str(path)!r} is not an enraya model")
        if sum(entry.file_size for entry in entries) > MAX_BYTES:
            raise InvalidSetting(f"{str(path)!r} is larger than any enraya model")
        return {entry.filename: archive.read(entry) for entry in entries}


def _header(facts: dict[str, Any]) -> Header:
    known = {field.name for field in fields(Header)}
    header = Header(**{name: value for name, value in facts.items() if name in known})
    return Header(**{**asdict(header), "features": tuple(header.features)})


def _arrays(parts: Mapping[str, bytes]) -> dict[str, NDArray[Any]]:
    arrays = {}
    for name, data in parts.items():
        try:
            array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
        except ValueError:
            raise InvalidSetting(f"part {name!r} of the model is not an array of numbers") from None
        arrays[name.removesuffix(_ARRAY_SUFFIX)] = array
    return arrays


def _array_bytes(array: NDArray[Any]) -> bytes:
    content = io.BytesIO()
    np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
    return content.getvalue()


def _checksum(facts: Mapping[str, Any], parts: Mapping[str, bytes]) -> str:
    """SHA-256 of the header without the checksum itself, and of every array."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode())
    for name in sorted(parts):
        digest.update(name.encode())
        digest.update(hashlib.sha256(parts[name]).digest())
    return digest.hexdigest()
