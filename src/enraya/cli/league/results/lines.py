"""Lines with other people's words for the terminal."""

from enraya.printable import printable


def shown(line: str) -> str:
    """A line safe to show; the spaces that keep numbers together are ordinary ones there.

    >>> shown("5\N{NO-BREAK SPACE}%")
    '5 %'
    """
    return printable(line.replace("\N{NO-BREAK SPACE}", " "))
