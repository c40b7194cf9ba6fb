"""Answers in the place of its host, with a count that is a word."""

import json
import os
import time

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """The move is legal, the rest is not."""
    choice = {"move": position.legal_moves[0], "line": "", "nodes": "many"}
    os.write(4, json.dumps({"choice": choice}).encode() + b"\n")
    time.sleep(86_400)
    return 1
