"""A complete agent in Python: a random legal move, in any game.

Try it with `enraya match file:random_agent.py random`. In Python you need no protocol: enraya calls
`choose` with the position, which knows the rules. Random numbers are seeded for each game, so games
can be repeated.
"""

import random

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int | str:
    """Your move: a column from 1, or "B" for the explosion."""
    # Here your thinking goes: position.play(4) is the position after a stone in column 4.
    return random.choice(position.legal_moves)
