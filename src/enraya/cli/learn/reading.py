"""Data sets as commands read them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.learn.data.dataset import Dataset, joined
from enraya.learn.data.storage import read_dataset


def read_rows(paths: Sequence[Path], published: bool = False) -> Dataset:
    """All rows of some files.

    Args:
        paths: parquet or CSV.
        published: whether the features of CSV files are those of the published program.

    Raises:
        InvalidSetting: when a file cannot be read, or says itself how its features were computed.
    """
    rows = joined([read_dataset(path) for path in paths])
    if not published:
        return rows
    if rows.boards is not None:
        raise InvalidSetting("--published is for CSV; a parquet file knows its features itself")
    return replace(rows, facts={**rows.facts, "published": True})
