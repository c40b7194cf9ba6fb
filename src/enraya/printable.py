"""Text from elsewhere, made safe to store and to show."""

LONGEST = 2_000


def printable(text: str, longest: int = LONGEST) -> str:
    r"""The text in one piece of valid Unicode: escaped where it would act, and cut when too long.

    >>> print(printable("clear\x1b[2Jscreen \ud800"))
    clear\x1b[2Jscreen \ud800
    >>> printable("x" * 9, longest=5)
    'xxxx…'
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in cut
    )
