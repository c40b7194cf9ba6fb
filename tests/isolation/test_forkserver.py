"""What the fork server does where the system has no process to spare."""

import json
import os
import socket

import pytest

from enraya.isolation.forkserver import _fork


def test_it_tells_the_game_instead_of_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    game, watch = socket.socketpair()
    with game, watch:
        assert _fork(watch.fileno()) is None
        assert json.loads(game.recv(1000))["cause"] == "broken"
