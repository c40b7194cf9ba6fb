"""Agents of visitors, good and hostile."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from enraya.web.routes.pages import STATIC
from tests.web.running import client_of, running_laboratory

EXAMPLES = sorted((STATIC / "examples").glob("*.txt"))
HOSTILE = {
    "exception": ("def choose(position, limit):\n    return 1 / 0\n", "line 2"),
    "import": ("import nothing_of_that_name\n", "line 1"),
    "illegal move": ("def choose(position, limit):\n    return 99\n", "99"),
    "timeout": ("def choose(position, limit):\n    while True: pass\n", "after"),
    "crash": ("import os\ndef choose(position, limit):\n    os._exit(3)\n", ""),
}
COUNTING = """
asked = 0

def choose(position, limit):
    global asked
    asked += 1
    return asked
"""
"""Plays 1, 2, 3, … as often as its process has been asked."""


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a laboratory that allows uploads."""
    folder = tmp_path_factory.mktemp("uploads")
    with running_laboratory(folder, allow_uploads=True) as address, client_of(address) as client:
        yield client


def upload(client: httpx.Client, source: str) -> httpx.Response:
    return client.post("/api/agents", json={"name": "mine", "source": source})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_of_the_page_work(visitor: httpx.Client, example: Path) -> None:
    found = upload(visitor, example.read_text()).json()
    assert found["fault"] is None
    assert found["thinking"]["move"] in "1234567"


def test_an_uploaded_agent_plays_a_game(visitor: httpx.Client) -> None:
    agent = upload(visitor, (STATIC / "examples" / "choose.txt").read_text()).json()["agent"]
    game = visitor.post("/api/games", json={"first": agent, "second": "human"}).json()
    after = visitor.post(f"/api/games/{game['id']}/reply").json()
    assert after["position"]["moves"] == "4"


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_bad_agent_is_told_what_it_did_and_where(visitor: httpx.Client, kind: str) -> None:
    source, words = HOSTILE[kind]
    fault = upload(visitor, source).json()["fault"]
    assert fault["termination"] == kind
    assert words in fault["reason"]


def test_a_bad_agent_does_not_stop_the_game(visitor: httpx.Client) -> None:
    agent = upload(visitor, HOSTILE["exception"][0]).json()["agent"]
    game = visitor.post("/api/games", json={"first": agent, "second": "human"}).json()
    answer = visitor.post(f"/api/games/{game['id']}/reply")
    assert (answer.status_code, answer.json()["code"]) == (422, "agent_failed")
    assert "line 2" in answer.json()["detail"]
    assert visitor.get(f"/api/games/{game['id']}").status_code == 200


@pytest.mark.parametrize("name", ["../laboratory", "0" * 16, "x", "a/b", "..%2fx"])
def test_uploads_are_found_by_name_only(visitor: httpx.Client, name: str) -> None:
    answer = visitor.post("/api/games", json={"second": f"upload({name})"})
    assert answer.status_code == 422


def test_an_agent_remembers_its_game_as_in_the_arena(visitor: httpx.Client) -> None:
    agent = upload(visitor, COUNTING).json()["agent"]
    game = visitor.post("/api/games", json={"first": "human", "second": agent}).json()
    path = f"/api/games/{game['id']}"

    def turn(move: str) -> str:
        visitor.post(f"{path}/moves", json={"move": move})
        moves: str = visitor.post(f"{path}/reply").json()["position"]["moves"]
        return moves

    assert [turn("7"), turn("7"), turn("6")] == ["71", "7172", "717263"]
    visitor.post(f"{path}/undo")
    assert turn("5") == "717251"  # it begins anew, knowing only the position
    assert turn("5") == "71725152"


def test_an_agent_of_another_game_is_another_process(visitor: httpx.Client) -> None:
    agent = upload(visitor, COUNTING).json()["agent"]
    for _ in range(2):
        game = visitor.post("/api/games", json={"first": agent, "second": "human"}).json()
        reply = visitor.post(f"/api/games/{game['id']}/reply").json()
        assert reply["position"]["moves"] == "1"


def test_uploads_are_off_unless_somebody_allows_them(client: httpx.Client) -> None:
    answer = upload(client, "def choose(position, limit): return 1")
    assert (answer.status_code, answer.json()["code"]) == (403, "no_uploads")
    answer = client.post("/api/games", json={"second": "upload(0123456789abcdef)"})
    assert answer.status_code == 403


def test_long_files_are_refused(visitor: httpx.Client) -> None:
    assert upload(visitor, "#" * 100_001).status_code == 422
