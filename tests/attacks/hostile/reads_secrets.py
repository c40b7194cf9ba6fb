"""Reads what is not its own: passwords, homes, other agents and games."""

import os
from contextlib import suppress
from pathlib import Path

from enraya import Position
from enraya.agents import Limit

SECRETS = ("/etc/passwd", "/etc/shadow", "/root", "/home", "/proc/1/environ", "/proc/1/mem")


def choose(position: Position, limit: Limit) -> int:
    """Leaves at once if it has learnt anything."""
    own = Path(__file__)
    beside = [path for path in own.parent.iterdir() if path.name != own.name]
    above = [path for path in own.parents[1].rglob("*.py") if path != own]
    if beside or above:
        os._exit(77)
    for secret in map(Path, SECRETS):
        with suppress(OSError):
            if secret.is_file() and secret.read_bytes():
                os._exit(77)
    raise PermissionError("nothing to read")
