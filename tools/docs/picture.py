"""Draws the README's picture: a game with the exact score over every column, move by move.

Run it with: python tools/docs/picture.py > docs/images/game.svg
"""

from enraya import Position
from enraya.game.svg import CELL, draw
from enraya.solver import Solver, analyse

MOVES = "4444435555226563"
TIMES = 3
"""How often it is played before the last position stays."""
_HEAD = 3
"""Lines of a drawing before its cells."""
_SCORES = 40
"""Height of the line of scores."""
_COLOURS = {True: "#00664b", False: "#a03c00"}


def picture() -> str:
    """A complete SVG document, which needs no script."""
    game = [Position.parse(MOVES[:plies]) for plies in range(len(MOVES) + 1)]
    rules = game[0].rules
    width, height = rules.columns * CELL, (rules.rows + 1) * CELL + _SCORES
    first, last = draw(game[0]).splitlines(), draw(game[-1]).splitlines()
    cells = slice(_HEAD, _HEAD + rules.columns * rules.rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif">',
        "<title>A game with the exact score of every move</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<g transform="translate(0 {_SCORES})">',
        *first[_HEAD - 1 : -1],
    ]
    for plies in range(1, len(game)):
        before, after = (draw(game[n]).splitlines()[cells] for n in (plies - 1, plies))
        (stone,) = (line for line in after if line not in before)
        parts.append(f"<g>{_shown(plies, len(game), len(game))}{stone}</g>")
    rings = last[cells.stop + rules.columns : -1]
    parts += [f"<g>{_shown(len(game) - 1, len(game), len(game))}", *rings, "</g>", "</g>"]
    solver = Solver()
    for plies, position in enumerate(game[:-1]):
        parts.append(f'<g visibility="hidden">{_shown(plies, plies + 1, len(game))}')
        parts += [
            _score(column, score)
            for column, score in enumerate(analyse(solver, position).scores, start=1)
            if score is not None
        ]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>\n"])


def _shown(start: int, end: int, frames: int) -> str:
    """Makes what it stands in visible from one frame to another."""
    states = [(0, "hidden")] if start else []
    states += [(start, "visible")]
    states += [(end, "hidden")] if end < frames else []
    values = ";".join(state for _, state in states)
    times = ";".join(f"{frame / frames:.4f}" for frame, _ in states)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" values="{values}" '
        f'keyTimes="{times}" dur="{frames}s" repeatCount="{TIMES}" fill="freeze"/>'
    )


def _score(column: int, score: int) -> str:
    """The score of a column, above it; wins and losses differ by sign and by colour."""
    colour = _COLOURS[score > 0] if score else "#444"
    text = f"{score:+d}".replace("-", "−") if score else "0"  # a minus sign
    x, y = (2 * column - 1) * CELL // 2, _SCORES * 2 // 3
    return (
        f'<text x="{x}" y="{y}" font-size="20" font-weight="bold" text-anchor="middle" '
        f'fill="{colour}">{text}</text>'
    )


if __name__ == "__main__":
    print(picture(), end="")
