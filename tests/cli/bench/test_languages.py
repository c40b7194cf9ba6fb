"""The benchmark of languages."""

import json
import sys
from pathlib import Path

import pytest

from enraya.agents.text.languages import LANGUAGES
from enraya.bench.languages import cases, examples_folder
from tests.cli.running import printed

PYTHON_ROWS = 3


def test_there_is_an_agent_for_every_language() -> None:
    rows = list(cases(examples_folder()))
    assert [row.language for row in rows[PYTHON_ROWS:]] == [row.name for row in LANGUAGES]


def test_a_missing_toolchain_is_shown_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    rows = json.loads(printed("bench", "languages", "--games", "1", "--json"))
    assert all(row["start_seconds"] > 0 < row["move_seconds"] for row in rows[:PYTHON_ROWS])
    for row, language in zip(rows[PYTHON_ROWS:], LANGUAGES, strict=True):
        assert row["start_seconds"] is None
        assert row["missing"].endswith(f"apt install {language.package}")
    table = printed("bench", "languages", "--games", "1")
    assert "not here" in table
    assert "apt install nodejs" in table


@pytest.mark.slow
def test_every_language_is_measured() -> None:
    rows = json.loads(printed("bench", "languages", "--games", "2", "--json"))
    assert [row["language"] for row in rows if row["start_seconds"] is None] == []
    assert all(row["start_seconds"] > 0 < row["move_seconds"] for row in rows)
