"""The API of games by link, with a real server."""

import random
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from enraya.web.laboratory.stores.database import FILE_NAME
from enraya.web.server.settings import Limits, Share
from tests.strategies import seeded
from tests.web.laboratory.links.following import SEAT, Seat, new_game
from tests.web.running import laboratory_client, running_laboratory


def moves_of(seat: Seat) -> str:
    moves: str = seat.state["position"]["moves"]
    return moves


def test_a_friend_takes_the_seat_and_moves_arrive(address: str) -> None:
    with (
        new_game(address, name="Ann") as (first, second),
        Seat(address, first.path.rpartition("/")[2]) as watcher,
    ):
        for seat in (first, second, watcher):
            seat.wait(lambda seat: bool(seat.states))
        assert [seat["name"] for seat in first.state["seats"]] == ["Ann", "Bo"]
        assert first.send("move", "4").status_code == 200
        for seat in (first, second, watcher):
            seat.wait(lambda seat: moves_of(seat) == "4")
        assert second.send("move", "5").json()["position"]["moves"] == "45"
        watcher.wait(lambda seat: moves_of(seat) == "45")
        assert [seat.look()["seat"] for seat in (first, second, watcher)] == [0, 1, None]


def test_only_the_two_players_can_move(address: str) -> None:
    with new_game(address) as (first, _):
        for secret in ("", "x" * 24, secrets.token_urlsafe(18)):
            with Seat(address, first.path.rpartition("/")[2], secret) as stranger:
                answer = stranger.send("move", "4")
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
        assert first.look()["game"]["position"]["moves"] == ""


def test_an_invitation_is_used_up_when_the_seat_is_taken(client: httpx.Client) -> None:
    begun = client.post("/api/links", json={}).json()
    path, invitation = f"/api/links/{begun['game']['id']}", begun["invitation"]
    asked = client.get(path, headers={SEAT: invitation}).json()
    assert (asked["seat"], asked["is_invited"]) == (None, True), "opening the link takes nothing"
    taken = {"invitation": invitation, "secret": secrets.token_urlsafe(18)}
    for _ in range(2):  # the answer was lost, and the page asks again
        assert client.post(f"{path}/seat", json=taken).status_code == 200
    other = {"invitation": invitation, "secret": secrets.token_urlsafe(18)}
    late = client.post(f"{path}/seat", json=other)
    assert (late.status_code, late.json()["code"]) == (409, "seat_taken")
    assert client.get(path, headers={SEAT: invitation}).json()["is_invited"] is False
    move = {"action": "move", "move": "4", "seen": 2, "key": "k"}
    stolen = client.post(f"{path}/actions", json=move, headers={SEAT: invitation})
    assert stolen.status_code == 403, "whoever made the game cannot move for the friend"
    wrong = {"invitation": "x" * 24, "secret": secrets.token_urlsafe(18)}
    assert client.post(f"{path}/seat", json=wrong).status_code == 403


def test_a_stale_move_gets_the_current_state(address: str) -> None:
    with new_game(address) as (first, second):
        old = first.look()["game"]["version"]
        assert first.send("move", "4", seen=old, key="one").status_code == 200
        again = first.send("move", "4", seen=old, key="one")
        assert (again.status_code, again.json()["position"]["moves"]) == (200, "4")
        stale = second.send("move", "3", seen=old)
        assert (stale.status_code, stale.json()["code"]) == (409, "game_changed")
        assert stale.json()["game"]["position"]["moves"] == "4"
        second.wait(lambda seat: moves_of(seat) == "4")
        assert second.send("move", "9").status_code == 422


def test_settings_can_change_until_the_friend_joins(client: httpx.Client) -> None:
    begun = client.post("/api/links", json={}).json()
    path, own = f"/api/links/{begun['game']['id']}", {SEAT: begun["secret"]}
    wanted = {"rules": "boom", "begins": "friend", "minutes": 3, "increment": 2, "name": "Ann"}
    assert client.post(f"{path}/settings", json=wanted).status_code == 403
    changed = client.post(f"{path}/settings", json=wanted, headers=own).json()
    assert changed["position"]["rules"] == "boom"
    assert [seat["player"] for seat in changed["seats"]] == [2, 1]
    assert changed["clock"] == {"minutes": 3, "increment": 2, "left": [180, 180], "running": None}
    taken = {"invitation": begun["invitation"], "secret": secrets.token_urlsafe(18)}
    client.post(f"{path}/seat", json=taken)
    late = client.post(f"{path}/settings", json={}, headers=own)
    assert (late.status_code, late.json()["code"]) == (409, "seat_taken")


def test_the_qr_code_is_only_for_players(client: httpx.Client) -> None:
    begun = client.post("/api/links", json={}).json()
    path = f"/api/links/{begun['game']['id']}/qr"
    assert client.post(path, json={"link": "http://x/"}).status_code == 403
    shown = client.post(path, json={"link": "http://x/"}, headers={SEAT: begun["secret"]})
    assert shown.headers["content-type"] == "image/svg+xml"
    assert shown.text.startswith("<svg")
    assert "script" not in shown.text


def test_qr_codes_are_drawn_in_turn_with_other_requests(tmp_path: Path) -> None:
    limits = Limits()._replace(questions=Share(0, 0, 0, 0))
    with laboratory_client(tmp_path, limits=limits) as client:
        begun = client.post("/api/links", json={}).json()
        path, own = f"/api/links/{begun['game']['id']}/qr", {SEAT: begun["secret"]}
        assert client.post(path, json={"link": "http://x/"}, headers=own).status_code == 503


def test_too_many_watchers_are_refused_before_anything_is_sent(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = client.post("/api/links", json={}).json()
    path = f"/api/links/{begun['game']['id']}/events"
    monkeypatch.setattr("enraya.web.laboratory.links.hub.MAX_WATCHERS", 0)
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    with client.stream("GET", path, headers={SEAT: begun["secret"]}) as stream:
        assert stream.status_code == 200
        assert next(stream.iter_lines()).startswith("event: ")


def test_secrets_are_not_stored(tmp_path: Path) -> None:
    with running_laboratory(tmp_path) as address, new_game(address) as (first, second):
        pass
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        (state,) = database.execute("SELECT state FROM link_games").fetchone()
    assert first.secret not in state
    assert second.secret not in state


def test_time_runs_out_without_a_request(address: str) -> None:
    with new_game(address, minutes=0.005) as (first, second):
        first.send("move", "4")
        second.wait(lambda seat: bool(seat.state["over"]))
        assert (second.state["winner"], second.state["conclusion"]) == (1, "time")


@pytest.mark.parametrize(
    ("query", "headers"),
    [({"after": "1"}, {}), ({}, {"Last-Event-ID": "1"}), ({"after": "0"}, {"Last-Event-ID": "1"})],
)
def test_a_stream_resumes_after_the_last_known_event(
    client: httpx.Client, query: dict[str, str], headers: dict[str, str]
) -> None:
    begun = client.post("/api/links", json={}).json()
    path, own = f"/api/links/{begun['game']['id']}", {SEAT: begun["secret"]}
    with client.stream("GET", f"{path}/events", params=query, headers=headers) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: presence"
        client.post(f"{path}/settings", json={"rules": "boom"}, headers=own)
        assert next(line for line in lines if line.startswith("id: ")) != "id: 1"


def test_players_can_agree_on_a_draw_an_undo_and_a_rematch(address: str) -> None:
    with new_game(address) as (first, second):
        first.send("move", "4")
        first.send("undo", seen=first.look()["game"]["version"])
        second.wait(lambda seat: seat.state["offer"] == {"action": "undo", "seat": 0})
        second.send("accept")
        first.wait(lambda seat: moves_of(seat) == "" and seat.state["version"] > 4)
        second.send("draw", seen=first.look()["game"]["version"])
        first.wait(lambda seat: seat.state["offer"] is not None)
        first.send("accept")
        second.wait(lambda seat: seat.state["conclusion"] == "agreed")
        second.send("rematch")
        first.wait(lambda seat: seat.state["offer"] is not None)
        first.send("rematch")
        second.wait(lambda seat: seat.state["number"] == 2)
        assert [seat["player"] for seat in second.state["seats"]] == [2, 1]
        assert [seat["points"] for seat in second.state["seats"]] == [0.5, 0.5]


def _shuffled_game(address: str, rng: random.Random) -> None:
    """A game whose every message is sent several times, at once and late."""
    rules = rng.choice(["classic", "boom", "desconecta"])
    sent: list[tuple[Seat, dict[str, Any]]] = []
    expected = ""
    with new_game(address, rules=rules) as seats, ThreadPoolExecutor(4) as pool:
        state = seats[0].look()["game"]
        while not state["over"] and len(expected) < 30:
            seat = seats[state["position"]["to_move"] - 1]
            move = rng.choice(state["position"]["legal_moves"])
            message = (seat, {"move": move, "seen": state["version"], "key": f"k{len(expected)}"})
            sent.append(message)
            batch = [message, message, *rng.sample(sent, min(3, len(sent)))]
            rng.shuffle(batch)
            answers = list(pool.map(lambda m: m[0].send("move", **m[1]), batch))
            assert {answer.status_code for answer in answers} <= {200, 409}
            expected += move
            state = seats[rng.randrange(2)].look()["game"]
            assert state["position"]["moves"] == expected
        for seat in seats:
            seat.wait(lambda seat: moves_of(seat) == expected)
            versions = [state["version"] for state in seat.states]
            assert versions == sorted(set(versions))
            boards = [state["position"]["moves"] for state in seat.states]
            assert all(expected.startswith(board) for board in boards)
            assert boards == sorted(boards, key=len)


@pytest.mark.slow
def test_no_move_is_lost_doubled_or_reordered_over_the_network(address: str) -> None:
    for seed in range(3):
        _shuffled_game(address, seeded(seed))


@pytest.mark.slow
def test_a_game_survives_a_restart(tmp_path: Path) -> None:
    with running_laboratory(tmp_path) as address, new_game(address, minutes=5) as (first, second):
        first.send("move", "4")
        second.wait(lambda seat: moves_of(seat) == "4")
        before = second.send("move", "3").json()
    with laboratory_client(tmp_path) as client:
        after = client.get(first.path, headers=first.headers).json()
        assert after["seat"] == 0
        assert after["game"]["position"] == before["position"]
        assert after["game"]["version"] > before["version"]
        assert after["game"]["clock"]["running"] == 1
        move = {"action": "move", "move": "4", "seen": before["version"], "key": "k"}
        answer = client.post(f"{first.path}/actions", json=move, headers=first.headers)
        assert answer.json()["position"]["moves"] == "434", "what one saw before still holds"
