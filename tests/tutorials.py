"""Reading the files and commands of a tutorial, in the order in which its reader meets them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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
            assert language == "python", f"a block of {language} that nobody runs"
            assert content.startswith(">>> "), f"a snippet that nobody runs: {content}"
