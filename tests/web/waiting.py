"""Waiting for a long run."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import httpx

PATIENCE = 120.0


def wait_until(
    client: httpx.Client, path: str, is_enough: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """What there is at a path, once it is enough."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        found: dict[str, Any] = client.get(path).json()
        if is_enough(found):
            return found
        sleep(0.1)
    raise AssertionError(f"still {found}")


def wait_for(client: httpx.Client, path: str, *states: str) -> dict[str, Any]:
    """The run at a path once it is in one of these states."""
    return wait_until(client, path, lambda run: run["state"] in states)
