"""Which positions a benchmark takes."""

from pathlib import Path

from enraya.cli.bench.options import chosen_positions
from enraya.solver.position_sets import SETS


def test_files_come_before_sets_and_all_sets_when_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("443355 18\n")
    assert list(chosen_positions(["end-easy"], [file])) == ["mine"]
    assert list(chosen_positions(["end-easy"], None)) == ["end-easy"]
    assert list(chosen_positions(None, None)) == list(SETS)
