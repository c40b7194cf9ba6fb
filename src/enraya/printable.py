"""Other people's text, made safe to show on a terminal and to keep in a file."""

from enraya.texts import Sentence

LONGEST = 2_000
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make spreadsheets take a text for a formula."""


def printable(text: str, longest: int = LONGEST) -> str:
    r"""The text without anything that would act on a terminal: such characters are spelled out.

    A text that is too long ends with a mark where it was cut. A `Sentence` stays one:
    only its values are changed, because they are what others wrote.

    >>> print(printable("red: \x1b[31m, half a character: \ud83d"))
    red: \x1b[31m, half a character: \ud83d
    >>> printable("abcdef", longest=4), printable("abcd", longest=4)
    ('abc…', 'abcd')
    """
    if isinstance(text, Sentence):
        room = max(map(len, text.words()), default=0) - max(len(text) - longest, 0)
        return text.with_words(lambda words: printable(words, max(room, 1)))
    if len(text) > longest:
        text = f"{text[: longest - 1]}…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def cell_text(text: str) -> str:
    """The text as a cell of a table that no spreadsheet takes for a formula.

    >>> cell_text("=1+1"), cell_text("1+1")
    ("'=1+1", '1+1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text
