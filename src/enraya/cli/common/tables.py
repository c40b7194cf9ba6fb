"""Standard output for answers and tables: in colour on a terminal, plain text elsewhere."""

from rich.console import Console
from rich.text import Text

DISC_STYLES = {"X": "bold orange1", "O": "bold deep_sky_blue1"}
"""Colours that everyone can tell apart."""
WIN, DRAW, LOSS = "green", "yellow", "red"
"""The styles of results; signs and words say the same without them."""


def terminal() -> Console:
    """Standard output, on which other people's texts are taken literally.

    Nothing has a colour without a terminal or with NO_COLOR; tables without a terminal have 80
    columns, or as many as COLUMNS says.
    """
    return Console(markup=False, emoji=False, highlight=False)


def styled(text: str, score: float | None) -> Text:
    """A text in the colour of the score it is about, for whom that is a win or a loss.

    >>> [styled("4", score).style == style for score, style in ((1, WIN), (0, DRAW), (-1, LOSS))]
    [True, True, True]
    """
    if score is None:
        return Text(text)
    return Text(text, WIN if score > 0 else LOSS if score < 0 else DRAW)


def with_discs(drawing: str) -> Text:
    """A drawing of a board with its discs in colour."""
    drawn = Text(drawing)
    for disc, style in DISC_STYLES.items():
        drawn.highlight_regex(rf"(?<=[ (\[]){disc}(?=[ )\]*\n]|$)", style)
    return drawn
