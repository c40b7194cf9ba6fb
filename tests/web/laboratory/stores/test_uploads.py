"""Agents of visitors, good and hostile."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import httpx
import pytest

import enraya
from enraya.errors import InvalidSetting
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.uploads import Uploads
from enraya.web.server.application import STATIC
from enraya.web.server.visitor import OPERATOR, Visitor
from tests.web.running import begin, laboratory_client, wait_for

EXAMPLES = sorted((STATIC / "examples").glob("*.txt"))
FAILING = "def choose(position, limit):\n    return 1 / 0\n"
NO_AGENT = "x = 1\n"
BAD = {
    "exception": (FAILING, "exception", 2, "(your file, line 2)"),
    "import": ("print('line 3')\nimport nothing_of_that_name\n", "import", 2, "line 2"),
    "illegal move": (
        "def choose(position, limit):\n    return 99\n", "illegal move", 1, "your file answered 99",
    ),
    "timeout": ("def choose(position, limit):\n    while True: pass\n", "timeout", None, "after"),
    "crash": ("import os\ndef choose(position, limit):\n    os._exit(3)\n", "crash", None, ""),
    "no agent": (NO_AGENT, "import", None, "your file holds no agent"),
    "syntax": ("x = (\n", "import", 1, "(your file, line 1)"),
    "enraya's own": ("from enraya.game import nothing\n", "import", 1, "(your file, line 1)"),
    "its own words": (
        "print(__file__)\nraise ValueError(__file__)\n", "import", 2, "printed: your file",
    ),
}  # fmt: skip
"""Agents that fail: how, in which line if that is known, and words of what is told."""
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
    """A client of a laboratory that allows uploads, its folder named relative to where it runs."""
    with (
        chdir(tmp_path_factory.mktemp("uploads")),
        laboratory_client(Path("lab"), allow_uploads=True) as client,
    ):
        yield client


def upload(client: httpx.Client, source: str) -> httpx.Response:
    return client.post("/api/agents", json={"name": "mine", "source": source})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_of_the_page_work(visitor: httpx.Client, example: Path) -> None:
    found = upload(visitor, example.read_text()).json()
    assert found["fault"] is None
    assert found["thinking"]["move"] in "1234567"


def says_where(text: str) -> bool:
    """Whether a text names a folder of this machine, or a file by what is in it."""
    folders = {tempfile.gettempdir(), str(Path(enraya.__file__).parent), "lab/"}
    return any(f in text for f in folders) or re.search(r"[0-9a-f]{16}\.py", text) is not None


@pytest.mark.parametrize("kind", BAD)
def test_a_fault_is_reported_without_the_paths_of_the_server(
    visitor: httpx.Client, kind: str
) -> None:
    source, termination, line, words = BAD[kind]
    answer = upload(visitor, source)
    fault = answer.json()["fault"]
    assert (fault["termination"], fault["line"]) == (termination, line)
    assert words in fault["reason"]
    path = begin(visitor, "/api/games", first=answer.json()["agent"], second="human")
    reply = visitor.post(f"{path}/reply")
    assert (reply.status_code, reply.json()["code"]) == (422, "agent_failed")
    assert words in reply.json()["detail"]
    assert not says_where(answer.text + reply.text)
    assert visitor.get(path).status_code == 200, "the game itself stays"


@pytest.mark.slow
def test_tournaments_do_not_reveal_the_paths_of_the_server(visitor: httpx.Client) -> None:
    agents = [upload(visitor, source).json()["agent"] for source in (NO_AGENT, FAILING)]
    wanted = {"agents": agents, "games": 2, "seconds": 0.1}
    path = begin(visitor, "/api/tournaments", **wanted)
    wait_for(visitor, path, "finished")
    games = visitor.get(f"{path}/games")
    assert "your file" in games.text
    report = visitor.get(f"{path}/report")
    assert "your file" in report.text
    assert not any(map(says_where, (games.text, report.text, visitor.get(path).text)))


@pytest.mark.parametrize("name", ["../laboratory", "0" * 16, "x", "a/b", "..%2fx"])
def test_uploads_are_found_only_by_name(visitor: httpx.Client, name: str) -> None:
    answer = visitor.post("/api/games", json={"second": f"upload({name})"})
    assert answer.status_code == 422


def test_an_agent_remembers_its_game_as_in_the_arena(visitor: httpx.Client) -> None:
    agent = upload(visitor, COUNTING).json()["agent"]
    path = begin(visitor, "/api/games", first="human", second=agent)

    def turn(move: str) -> str:
        visitor.post(f"{path}/moves", json={"move": move})
        moves: str = visitor.post(f"{path}/reply").json()["position"]["moves"]
        return moves

    assert [turn("7"), turn("7"), turn("6")] == ["71", "7172", "717263"]
    visitor.post(f"{path}/undo")
    assert turn("5") == "717251"  # it starts over, knowing only the position
    assert turn("5") == "71725152"
    other = begin(visitor, "/api/games", first=agent, second="human")
    reply = visitor.post(f"{other}/reply").json()
    assert reply["position"]["moves"] == "1", "another game has another process"


def test_uploads_are_off_by_default(client: httpx.Client) -> None:
    answer = upload(client, "def choose(position, limit): return 1")
    assert (answer.status_code, answer.json()["code"]) == (403, "no_uploads")
    answer = client.post("/api/games", json={"second": "upload(0123456789abcdef)"})
    assert answer.status_code == 403


def test_long_files_are_refused(visitor: httpx.Client) -> None:
    assert upload(visitor, "#" * 100_001).status_code == 422


def test_a_file_over_the_limit_of_a_tournament_forfeits_its_games(visitor: httpx.Client) -> None:
    mine = upload(visitor, "def choose(position, limit):\n    return 4\n").json()["agent"]
    wanted = {"agents": [mine, "random"], "games": 2, "max_bytes": 20}
    path = begin(visitor, "/api/tournaments", **wanted)
    done = wait_for(visitor, path, "finished", "failed")
    assert done["standings"][1]["faults"] == {"file size": 2}
    for game in visitor.get(f"{path}/games").json():
        assert game["reason"] == "its file has 42 bytes, allowed 20"


def test_an_agent_that_a_run_needs_is_not_deleted(visitor: httpx.Client) -> None:
    agent = upload(visitor, "def choose(position, limit):\n    return 3\n").json()["agent"]
    wanted = {"agents": [agent, "mcts(seconds=1)"], "games": 100, "seconds": 1}
    run = begin(visitor, "/api/tournaments", **wanted)
    refused = visitor.delete(f"/api/agents/{agent[7:-1]}")
    assert (refused.status_code, refused.json()["code"]) == (409, "still_running")
    visitor.post(f"{run}/stop")
    assert visitor.delete(f"/api/agents/{agent[7:-1]}").status_code == 204


def test_an_upload_cannot_read_another(visitor: httpx.Client) -> None:
    upload(visitor, "SECRET = 1\n")
    prying = (
        "from pathlib import Path\n"
        "def choose(position, limit):\n"
        "    return 1 + len([file for file in Path(__file__).parent.iterdir()])\n"
    )
    found = upload(visitor, prying).json()
    assert found["thinking"]["move"] == "2", "its own file is the only one"


def test_every_client_is_told_that_uploads_have_no_sandbox(tmp_path: Path) -> None:
    with laboratory_client(tmp_path, allow_uploads=True, unsafe=True) as client:
        assert client.get("/api/information").json()["unsafe"]


SOMEBODY = Visitor("somebody", "192.0.2.1", is_operator=False)
NOBODY = Visitor("", "192.0.2.1", is_operator=False)


@pytest.fixture
def uploads(tmp_path: Path) -> Uploads:
    return Uploads(open_database(tmp_path), tmp_path / "agents", True)


def test_only_names_of_uploads_lead_to_a_file(uploads: Uploads, tmp_path: Path) -> None:
    mine = uploads.add("a", "# 1", SOMEBODY)
    with pytest.raises(InvalidSetting):
        uploads.path(mine.id)  # which is not written yet
    uploads.write(mine, "# 1")
    assert uploads.path(mine.id).read_text() == "# 1"
    for path in ("agents/short.py", "outside-file1.py", f"agents/{'g' * 16}.py"):
        (tmp_path / path).write_text("# there")
    for name in ("short", "../outside-file1", "g" * 16):
        with pytest.raises(InvalidSetting):
            uploads.path(name)


def test_visitors_do_not_own_the_uploads_of_the_operator(uploads: Uploads) -> None:
    theirs = uploads.add("a", "# 1", OPERATOR)
    assert uploads.add("a", "# 1", OPERATOR).id == theirs.id
    assert uploads.add("a", "# 1", NOBODY).id != theirs.id
    assert uploads.all_of(NOBODY) == []
    for visitor in (NOBODY, SOMEBODY):
        with pytest.raises(InvalidSetting):
            uploads.check_owned([theirs.id], visitor)


def test_an_agent_plays_for_its_owner_and_the_operator(uploads: Uploads) -> None:
    mine = uploads.add("a", "# 1", SOMEBODY, "Ana")
    for visitor in (SOMEBODY, OPERATOR):
        uploads.check_owned([mine.id], visitor)
    agents = (mine.agent, mine.id, "upload(0123456789abcdef)", "random")
    assert uploads.names_of(agents) == {mine.agent: "a (Ana)"}
