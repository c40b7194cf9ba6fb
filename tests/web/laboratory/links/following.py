"""Following a game by link over the network, as a page does."""

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

import httpx

from tests.web.running import PATIENCE, client_of

SEAT = "Enraya-Seat"
QUIET = 1.0
"""After so much silence the stream is cut, and begun again where it was."""


class Seat:
    """A player, or someone who watches, with a stream that comes back whenever it ends."""

    def __init__(self, address: str, link: str, secret: str = "") -> None:
        self.client = client_of(address)
        self.path = f"/api/links/{link}"
        self.secret = secret
        self.states: list[dict[str, Any]] = []
        """Every state that came through the stream, in order."""
        self.presence: dict[str, Any] = {}
        self._is_closing = False
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> "Seat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
        self.client.close()

    def leave(self) -> None:
        """Follows the game no more."""
        self._is_closing = True
        self._thread.join()

    @property
    def headers(self) -> dict[str, str]:
        """What gives the seat."""
        return {SEAT: self.secret} if self.secret else {}

    @property
    def state(self) -> dict[str, Any]:
        """The newest state that came through the stream."""
        return self.states[-1] if self.states else self.look()["game"]

    def look(self) -> dict[str, Any]:
        """The game as the server answers."""
        found: dict[str, Any] = self.client.get(self.path, headers=self.headers).json()
        return found

    def _follow(self) -> None:
        while not self._is_closing:
            with suppress(httpx.TransportError):
                self._follow_once()
            sleep(0.05)

    def _follow_once(self) -> None:
        after = self.states[-1]["version"] if self.states else -1
        with self.client.stream(
            "GET",
            f"{self.path}/events",
            params={"after": after},
            headers=self.headers,
            timeout=QUIET,
        ) as stream:
            kind = ""
            for line in stream.iter_lines():
                if self._is_closing:
                    return
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and kind == "game":
                    self.states.append(json.loads(value))
                elif name == "data":
                    self.presence = json.loads(value)

    def wait(self, is_enough: Callable[["Seat"], bool]) -> "Seat":
        """Waits until what has come through the stream is enough."""
        until = monotonic() + PATIENCE
        while not is_enough(self):
            assert monotonic() < until, (self.states[-1:], self.presence)
            sleep(0.01)
        return self

    def send(self, action: str, move: str = "", **others: Any) -> httpx.Response:
        """Sends an action, based on the newest state unless `seen` says otherwise."""
        body = {"action": action, "move": move, "key": secrets.token_hex(8)}
        body["seen"] = others.pop("seen", None) or self.state["version"]
        return self.client.post(f"{self.path}/actions", json=body | others, headers=self.headers)


def taken_seats(client: httpx.Client, **settings: Any) -> tuple[str, tuple[str, str]]:
    """Where a new game is, and the secrets of its seats, both taken."""
    begun = client.post("/api/links", json=settings).json()
    path, secret = f"/api/links/{begun['game']['id']}", secrets.token_urlsafe(18)
    body = {"invitation": begun["invitation"], "secret": secret, "name": "Bo"}
    answer = client.post(f"{path}/seat", json=body)
    assert answer.status_code == 200, answer.text
    return path, (begun["secret"], secret)


@contextmanager
def new_game(address: str, **settings: Any) -> Iterator[tuple[Seat, Seat]]:
    """Both players of a new game, the friend having taken the seat."""
    with client_of(address) as client:
        path, (own, friends) = taken_seats(client, **settings)
    link = path.rpartition("/")[2]
    with Seat(address, link, own) as first, Seat(address, link, friends) as second:
        yield first, second
