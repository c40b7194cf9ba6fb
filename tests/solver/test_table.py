"""The memory of a solver: how much it may take."""

import pytest

from enraya.errors import InvalidSetting
from enraya.solver import table
from enraya.solver.table import MIN_TABLE_MB, PositionTable


@pytest.mark.parametrize(("megabytes", "words"), [(4, 1 << 19), (7, 1 << 19), (8, 1 << 20)])
def test_a_table_has_a_power_of_two_of_words_that_fits(megabytes: int, words: int) -> None:
    assert PositionTable(megabytes).large.size == words


@pytest.mark.parametrize("memory", [MIN_TABLE_MB, None])
def test_a_table_may_take_all_the_memory_there_is(
    memory: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "memory_mb", lambda: memory)
    assert PositionTable(MIN_TABLE_MB).near.size


def test_a_table_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidSetting, match="too small; 4 are needed"):
        PositionTable(MIN_TABLE_MB - 1)
    monkeypatch.setattr(table, "memory_mb", lambda: MIN_TABLE_MB)
    with pytest.raises(InvalidSetting, match="5 MB does not fit into 4 MB"):
        PositionTable(MIN_TABLE_MB + 1)
