"""The pages about the papers: every command of their tables works and prints what they say."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.reproduce.running import make_shell

FOLDER = Path(__file__).parents[2] / "docs" / "papers"
PAGES = ("madrid", "granada", "porto", "costa-rica", "barcelona")
LONG = "†"
"""After a command that takes more than a few seconds."""
CODE = re.compile(r"`([^`]+)`")


class Example(NamedTuple):
    """A row of a table: a command and what is in its output."""

    command: str
    excerpts: list[str]
    is_long: bool


def examples(page: str) -> list[Example]:
    """The rows of the tables of a page."""
    found = []
    for line in (FOLDER / f"{page}.md").read_text().splitlines():
        if not line.startswith("|") or "| command |" in line or line.startswith("|---"):
            continue
        what, _here, command, excerpts = line.strip("|").split("|")
        commands = CODE.findall(command)
        assert len(commands) == 1, f"{what} has no command"
        found.append(Example(commands[0], CODE.findall(excerpts), LONG in command))
    return found


def check(rows: list[Example], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the commands one after the other in a folder of their own."""
    shell = make_shell(folder, monkeypatch)
    for row in rows:
        output = " ".join(shell(row.command).split())
        assert output, row.command
        for excerpt in row.excerpts:
            whole = rf"(?<![\w.-]){re.escape(excerpt)}(?!\w|\.\d)"
            assert re.search(whole, output), f"{row.command} does not print {excerpt}: {output}"


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check([row for row in examples(page) if not row.is_long], tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_all_commands_work_one_after_the_other(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(examples(page), tmp_path, monkeypatch)


def test_the_index_names_every_page() -> None:
    index = (FOLDER / "0-index.md").read_text()
    assert [page for page in PAGES if f"({page}.md)" not in index] == []
