"""The server is killed without warning while games by link are played."""

import os
import signal
import threading
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.processes import free_port
from tests.strategies import seeded
from tests.web.laboratory.links.following import SEAT, taken_seats
from tests.web.laboratory.test_sudden_end import served

GAMES = 4
KILLS = 20
MOVES_BETWEEN = (5, 60)
RULES = ("classic", "boom", "desconecta", "classic(columns=8, rows=8)")


class Table:
    """A game and both its players, who remember what the server has acknowledged."""

    def __init__(self, client: httpx.Client, number: int) -> None:
        self.path, self.secrets = taken_seats(client, rules=RULES[number % len(RULES)])
        self.rng = seeded(number)
        self.acknowledged = client.get(self.path).json()["game"]
        self.unanswered: tuple[int, dict[str, Any]] | None = None
        self.sent = 0

    def wish(self) -> tuple[int, dict[str, Any]]:
        """What is sent next: first of all what was not answered, unchanged."""
        if self.unanswered is not None:
            return self.unanswered
        game, self.sent = self.acknowledged, self.sent + 1
        wish = {"seen": game["version"], "key": f"key-{self.sent}"}
        if game["over"]:
            seat, action = (1, "accept") if game["offer"] else (0, "rematch")
            return seat, {"action": action} | wish
        seat = [seat["player"] for seat in game["seats"]].index(game["position"]["to_move"])
        move = self.rng.choice(game["position"]["legal_moves"])
        return seat, {"action": "move", "move": move} | wish

    def step(self, client: httpx.Client) -> None:
        """One wish, carried out exactly once."""
        seat, wish = self.unanswered = self.wish()
        headers = {SEAT: self.secrets[seat]}
        answer = client.post(f"{self.path}/actions", json=wish, headers=headers)
        assert answer.status_code == 200, answer.text
        before, after = self.acknowledged, answer.json()
        if wish["action"] == "move":
            played = before["position"]["moves"] + wish["move"]
            assert after["position"]["moves"] == played
        self.acknowledged, self.unanswered = after, None

    def check(self, client: httpx.Client) -> None:
        """Everything acknowledged is there, and at most what was not answered is there too."""
        found = client.get(self.path).json()["game"]
        moves = {self.acknowledged["position"]["moves"]}
        if self.unanswered is not None:
            moves |= {"", *(known + self.unanswered[1].get("move", "") for known in [*moves])}
        assert found["number"] >= self.acknowledged["number"]
        assert found["position"]["moves"] in moves


def play_until_killed(tables: list[Table], client: httpx.Client, process: int, rng: Random) -> None:
    """Players at all tables move as fast as they can until the server is killed in mid-move."""
    wanted = rng.randint(*MOVES_BETWEEN)
    enough, failures = threading.Semaphore(0), []

    def play(table: Table) -> None:
        try:
            while True:
                table.step(client)
                enough.release()
        except httpx.TransportError:
            pass
        except AssertionError as error:
            failures.append(error)
        finally:
            enough.release(wanted)  # nobody waits for moves that do not come

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for _ in range(wanted):
        enough.acquire()
    os.kill(process, signal.SIGKILL)
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.slow
def test_every_acknowledged_move_survives_kill_9(tmp_path: Path) -> None:
    port, rng = free_port(), seeded(9)
    tables: list[Table] = []
    for _ in range(KILLS):
        with served(tmp_path, port) as (process, client):
            tables = tables or [Table(client, number) for number in range(GAMES)]
            for table in tables:
                table.check(client)
            play_until_killed(tables, client, process.pid, rng)
    with served(tmp_path, port) as (_, client):
        for table in tables:
            table.check(client)
            table.step(client)
    assert sum(table.sent for table in tables) > KILLS * MOVES_BETWEEN[0]
