"""Every file, command and snippet of the tutorials and the README works as described."""

import csv
import re
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGINT
from typing import Any, NamedTuple

import pytest
import typer
from typer.main import get_command

from enraya.cli import app
from enraya.cli.common.messages import BAD_INPUT
from tests.cli.running import enraya, started
from tests.processes import free_port
from tests.reproduce.running import make_shell

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
STUDENT = DOCS / "tutorials" / "student.md"
TRANSLATIONS = sorted(DOCS.glob("tutorials/student.*.md"))
PAGES = [ROOT / "README.md"]
PAGES += sorted({*DOCS.glob("tutorials/*.md"), *DOCS.glob("how-to/*.md")} - {*TRANSLATIONS})
REFUSAL = "enraya: "
ANYTHING = "…"
"""Stands for any text in what a command is expected to print."""
_FENCE = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_PROMPT = "$ "


class WrittenFile(NamedTuple):
    """A file that the reader writes."""

    name: str
    content: str


class Command(NamedTuple):
    """A command that the reader gives, and what it prints."""

    line: str
    output: str

    def accepts(self, printed: str) -> bool:
        """Whether the tutorial tells what was printed; runs of blanks are equal."""
        parts = [re.escape(" ".join(part.split())) for part in self.output.split(ANYTHING)]
        return re.fullmatch(r"\s*.*\s*".join(parts), " ".join(printed.split())) is not None


def steps(page: Path) -> Iterator[WrittenFile | Command]:
    """The files and commands of a page; sessions of Python are doctests and run as such."""
    for language, title, content in _FENCE.findall(page.read_text()):
        if title:
            yield WrittenFile(title, content)
        elif language == "console":
            for session in re.split(rf"^{re.escape(_PROMPT)}", content, flags=re.MULTILINE)[1:]:
                line, _, output = session.partition("\n")
                yield Command(line, output)
        else:
            assert language == "python", f"a block of {language} that no test runs"
            assert content.startswith(">>> "), f"a snippet that no test runs: {content}"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_of_a_tutorial_works(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = make_shell(tmp_path, monkeypatch)
    with ExitStack() as until_the_end:
        for step in steps(page):
            if isinstance(step, WrittenFile):
                Path(step.name).write_text(step.content)
                continue
            if step.line.startswith("enraya league serve"):
                printed = until_the_end.enter_context(serving(step))
            elif step.line.startswith("enraya serve"):
                printed = served(step)
            elif step.line.startswith("enraya submit"):
                printed = submitted(step)
            elif step.output.startswith(REFUSAL):
                printed = refused(step)
            else:
                printed = shell(step.line)
            assert step.accepts(printed), f"{step.line} prints {printed}"


def submitted(command: Command) -> str:
    """What a team is told that submits with its link, which ``LINK of TEAM`` stands for."""
    with Path("links.csv").open() as file:
        links = {row["team"]: row["link"] for row in csv.DictReader(file)}
    line = re.sub(r"LINK of (\w+)", lambda found: links[found[1]], command.line)
    done = enraya(*shlex.split(line)[1:])
    return done.stdout + done.stderr  # a reader sees both


def refused(command: Command) -> str:
    """What a command says that is meant to fail."""
    _, *arguments = shlex.split(command.line)
    done = enraya(*arguments)
    assert done.returncode == BAD_INPUT, done
    return done.stderr


def served(command: Command) -> str:
    """What a laboratory says when it is started as written, but on a free port of this machine.

    Where the page does not tell what it says, it is not started: its options are only read.
    """
    if command.output.strip() == ANYTHING:
        return read_options(command)
    with serving(command) as lines:
        return lines


@contextmanager
def serving(command: Command) -> Iterator[str]:
    """The same, while the server runs: as many lines as the page tells."""
    port = str(free_port())
    _, *arguments = shlex.split(command.line.replace("0.0.0.0", "127.0.0.1"))  # noqa: S104
    with started(*arguments, "--port", port) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in command.output.splitlines()]
        try:
            assert all(lines), f"{command.line} said {lines}"
            yield "".join(lines).replace(port, "8000")
        finally:
            process.send_signal(SIGINT)


def read_options(command: Command) -> str:
    """Nothing, if a command takes these options with these values."""
    _, name, *arguments = shlex.split(command.line)
    group: Any = get_command(app)
    verb = group.get_command(typer.Context(group), name)
    verb.make_context(name, arguments)
    return ""


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: page.stem)
def test_a_translation_has_the_same_files_and_commands(page: Path) -> None:
    assert list(steps(page)) == list(steps(STUDENT))


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: page.stem)
def test_a_translation_has_the_same_sections(page: Path) -> None:
    headings = re.compile(r"^(#+) ", re.MULTILINE)
    assert headings.findall(page.read_text()) == headings.findall(STUDENT.read_text())


def test_the_tutorial_for_students_is_in_four_languages() -> None:
    assert [page.stem for page in TRANSLATIONS] == ["student.ca", "student.es", "student.pt"]
