"""Data sets as files: complete as Parquet, or features and labels in the paper's CSV format."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.extras import imported
from enraya.files import write_bytes
from enraya.learn.data.dataset import Boards, Dataset
from enraya.models.features import OUR_NAMES, PAPER_NAMES, our_matrix

FORMATS = ("parquet", "csv")
LABEL = "LABEL"
_FACTS = b"enraya"
_SEPARATOR = ", "


def write_dataset(path: Path, data: Dataset, form: str = "parquet", *, ours: bool = False) -> None:
    """Writes a data set; the file is replaced only when all of it could be written.

    Args:
        path: the file to write.
        data: the data set.
        form: ``parquet``, or ``csv`` for the paper's format: eleven features and the label.
        ours: whether a parquet file also gets our own features; they are for other programs,
            since enraya's training computes them from the boards.

    Raises:
        InvalidSetting: when the format does not exist or the file cannot be written.
    """
    if form not in FORMATS:
        raise InvalidSetting(f"{form!r} is not a format; there are: {', '.join(FORMATS)}")
    write_bytes(path, _as_csv(data) if form == "csv" else _as_parquet(data, ours))


def read_dataset(path: Path) -> Dataset:
    """Reads a data set of either format.

    Raises:
        InvalidSetting: when the file cannot be read, is damaged or empty, or holds a value that
            is not finite.
        InvalidNotation: when a CSV file is not a table of the paper's features and the label.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror}") from None
    data = _from_parquet(path, content) if content[:4] == b"PAR1" else _from_csv(path, content)
    if not len(data):
        raise InvalidSetting(f"{str(path)!r} holds no rows")
    if not (np.all(np.isfinite(data.labels)) and np.all(np.isfinite(data.paper))):
        raise InvalidSetting(f"{str(path)!r} holds a value that is not finite (NaN or infinite)")
    return data


def _as_csv(data: Dataset) -> bytes:
    lines = [_SEPARATOR.join((*PAPER_NAMES, LABEL))]
    for row, label in zip(data.paper, data.labels, strict=True):
        lines.append(_SEPARATOR.join(f"{value:.10g}" for value in (*row, label)))
    return ("\n".join(lines) + "\n").encode()


def _from_csv(path: Path, content: bytes) -> Dataset:
    try:
        lines = [line for line in content.decode().splitlines() if line.strip()]
        numbers = lines[1:] if lines and _is_heading(lines[0]) else lines
        rows = [[float(value) for value in line.split(",")] for line in numbers]
        table = np.array(rows, dtype=np.float64)
    except ValueError:
        raise InvalidNotation(f"{str(path)!r} is not a table of numbers") from None
    if not rows:
        return Dataset(np.zeros(0), np.zeros((0, len(PAPER_NAMES))))
    if table.ndim != 2 or table.shape[1] != len(PAPER_NAMES) + 1:
        raise InvalidNotation(
            f"{str(path)!r} must have {len(PAPER_NAMES)} features and the label in each row"
        )
    return Dataset(table[:, -1].copy(), table[:, :-1].copy())


def _is_heading(line: str) -> bool:
    try:
        float(line.partition(",")[0])
    except ValueError:
        return True
    return False


def _as_parquet(data: Dataset, ours: bool) -> bytes:
    pa, pq = imported("pyarrow"), imported("pyarrow.parquet")

    boards = data.need_boards()
    columns: dict[str, Any] = {
        "moves": list(boards.moves),
        "first": boards.first,
        "second": boards.second,
        "parent": boards.parents,
        "label": data.labels.astype(np.int8),
    }
    columns |= {name: data.paper[:, i] for i, name in enumerate(PAPER_NAMES)}
    if ours:
        matrix, known = our_matrix(boards.first, boards.second)
        small = matrix.astype(np.float32)
        columns |= {name: small[:, i] for i, name in enumerate(OUR_NAMES)}
        columns["certain"] = known.is_known
    table = pa.table(columns).replace_schema_metadata({_FACTS: json.dumps(dict(data.facts))})
    content = io.BytesIO()
    pq.write_table(table, content, compression="zstd")
    return content.getvalue()


def _from_parquet(path: Path, content: bytes) -> Dataset:
    pa, pq = imported("pyarrow"), imported("pyarrow.parquet")

    wanted = ["moves", "first", "second", "parent", "label", *PAPER_NAMES]
    try:
        table = pq.read_table(io.BytesIO(content), columns=wanted)
        facts = json.loads((table.schema.metadata or {}).get(_FACTS, b"{}"))
        numbers = {name: table[name].to_numpy() for name in wanted[1:]}
    except (pa.ArrowException, KeyError, OSError, ValueError) as error:
        raise InvalidSetting(f"{str(path)!r} is damaged: {error}") from None
    missing = [name for name in wanted if name not in table.column_names]
    if missing:
        raise InvalidSetting(f"{str(path)!r} lacks the column {missing[0]!r}; did enraya make it?")
    # kernels take only writable arrays; those from Arrow are read-only
    stones = [np.array(numbers[name], np.uint64) for name in wanted[1:4]]
    paper = np.column_stack([numbers[name] for name in PAPER_NAMES]).astype(np.float64)
    boards = Boards(table["moves"].to_pylist(), *stones)
    return Dataset(numbers["label"].astype(np.float64), paper, boards, facts)
