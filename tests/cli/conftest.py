"""Fixtures for commands that run in the process of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.progress import Progress, TaskID

from enraya.cli.common import progress


@pytest.fixture(autouse=True)
def bars_that_are_never_more_than_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress bars are silent in tests, but what they count has to be in their totals."""
    real = progress._bar

    @contextmanager
    def checked(description: str, total: int | None) -> Iterator[tuple[Progress, TaskID]]:
        with real(description, total) as (shown, task):
            yield shown, task
            (bar,) = shown.tasks
            assert bar.total is None or bar.completed <= bar.total, f"{description}: {bar}"

    monkeypatch.setattr(progress, "_bar", checked)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
