"""An agent that plays its first moves and then fails."""

from typing import Any


def choose(position: Any, limit: object) -> Any:
    """The first open column; a fault after ten moves."""
    del limit
    if position.plies > 10:
        raise ValueError("no idea")
    return position.legal_moves[0]
