"""The pages about the papers: every command of their tables works and prints what they say."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.reproduce.running import make_shell

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "papers"
PAPERS = ("madrid", "granada", "porto", "costa-rica", "barcelona")
PAGES = ("0-index", *PAPERS)
LONG = "†"
"""After a command that takes more than a few seconds."""
CODE = re.compile(r"`([^`]+)`")
ABSENT = re.compile(r"\bno `([^`]+)`")


class Example(NamedTuple):
    """A row of a table: a command, what is in its output and what is not."""

    command: str
    excerpts: list[str]
    absent: list[str]
    is_long: bool


def rows_below(heading: str, page: str) -> list[list[str]]:
    """The cells of all rows of the tables of a page that have this column."""
    found: list[list[str]] = []
    is_below = False
    above = ""
    for line in (FOLDER / f"{page}.md").read_text().splitlines():
        if line.startswith("|---"):
            is_below = f"| {heading} |" in above
        elif line.startswith("|") and above.startswith("|") and is_below:
            found.append(line.strip("|").split("|"))
        above = line
    return found


def examples(page: str) -> list[Example]:
    """The rows of the tables of commands of a page."""
    found = []
    for what, _here, command, excerpts in rows_below("command", page):
        commands = CODE.findall(command)
        assert len(commands) == 1, f"{what} has no command"
        present = CODE.findall(ABSENT.sub("", excerpts))
        found.append(Example(commands[0], present, ABSENT.findall(excerpts), LONG in command))
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
        assert [word for word in row.absent if word in output] == [], row.command


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check([row for row in examples(page) if not row.is_long], tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_all_commands_of_a_page_work_in_order(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(examples(page), tmp_path, monkeypatch)


@pytest.mark.parametrize("page", PAGES)
def test_every_row_without_a_command_names_an_existing_test(page: str) -> None:
    rows = rows_below("tested by", page)
    assert rows
    for what, _where, named in rows:
        (test,) = CODE.findall(named)
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(), f"{what} has no test {test}"


def test_the_index_names_every_page() -> None:
    index = (FOLDER / "0-index.md").read_text()
    assert [page for page in PAPERS if f"({page}.md)" not in index] == []
