"""Every route without a session, as another visitor, as the owner and as the operator."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from enraya.web.laboratory.routes import pages
from enraya.web.laboratory.routes.app import ROUTERS, create_app
from enraya.web.laboratory.routes.links import SEAT_HEADER
from enraya.web.server.settings import Limits, Share
from tests.web.running import become_operator, client_of, running_laboratory, wait_for

DOCS = Path(__file__).parents[3] / "docs" / "web.md"
ROLES = ("nobody", "another visitor", "owner", "operator")
KINDS = ("tournaments", "evolutions", "learnings")
ROW = re.compile(r"^\| `(GET|POST|PATCH|DELETE) (/[^`]*)` \|(.+)\|$", re.MULTILINE)
NO_RIGHTS = {"not_yours", "not_your_seat", "no_upload", "wrong_secret", "seat_taken"}
"""The codes of answers to who may not do that."""
AGENT = "def choose(position, limit):\n    return 4\n"
MANY = Share(1_000, 1_000, 1_000, 0)
BEGIN: dict[str, dict[str, Any]] = {
    "tournaments": {"agents": ["random", "greedy"], "games": 1, "seconds": 0.01},
    "evolutions": {"population": 8, "generations": 1},
    "learnings": {"games": 1_000},
    "games": {"second": "human"},
    "links": {},
    "agents": {"name": "mine", "source": AGENT},
    "operator": {"secret": "x" * 32},
}
BODIES: dict[str, dict[str, Any]] = {
    "moves": {"move": "4"},
    "settings": {},
    "seat": {"invitation": "x" * 32, "secret": "y" * 32},
    "actions": {"action": "resign", "seen": 1, "key": "k"},
    "qr": {"link": "http://127.0.0.1/friend/x"},
}
QUERIES: dict[str, dict[str, Any]] = {
    "/api/analysis": {"moves": "4" * 6, "seconds": 0.1},
    "/api/review": {"moves": "4"},
    "/api/setup": {"stacks": ",,,,,,"},
}


def documented() -> dict[tuple[str, str], list[str]]:
    """The table of rights in the docs: by method and path, what each role may do."""
    found = {}
    for method, path, cells in ROW.findall(DOCS.read_text()):
        for kind in KINDS if "RUNS" in path else [""]:
            found[method, path.replace("RUNS", kind)] = [cell.strip() for cell in cells.split("|")]
    return found


ROUTES = sorted(
    (method, route.path)  # type: ignore[attr-defined]  # all of them are routes of the API
    for router in ROUTERS
    for route in router.routes
    for method in route.methods  # type: ignore[attr-defined]  # as above
)
TABLE = documented()


def test_the_table_has_every_route_and_no_other() -> None:
    assert sorted(TABLE) == ROUTES
    included = [route for route in create_app().routes if not hasattr(route, "path")]
    assert len(included) <= len(ROUTERS) + 1, "and there are no other routers, beside the pages"


class World:
    """A laboratory with one visitor of each kind, and things of the owner."""

    def __init__(self, address: str, store: Path, stack: ExitStack) -> None:
        self.address, self.store = address, store
        self.clients = {role: stack.enter_context(client_of(address)) for role in ROLES[1:]}
        become_operator(self.clients["operator"], store)
        self.owner = self.clients["owner"]
        self.clients["another visitor"].post("/api/games", json=BEGIN["games"])
        self.seat = ""
        self.runs = {kind: self.begun_run(kind) for kind in KINDS}

    def begun_run(self, kind: str) -> str:
        """A run that has been stopped."""
        number = self.owner.post(f"/api/{kind}", json=BEGIN[kind]).json()["id"]
        self.owner.post(f"/api/{kind}/{number}/stop")
        return str(number)

    def new(self, method: str, path: str) -> str:
        """The path of something of the owner's."""
        kind = path.split("/")[2] if path.count("/") > 1 else ""
        if "{number}" in path:
            number = self.begun_run(kind) if method == "DELETE" else self.runs[kind]
            return path.replace("{number}", number)
        if "{upload_id}" in path:
            agent = self.owner.post("/api/agents", json=BEGIN["agents"]).json()["agent"]
            return path.replace("{upload_id}", agent[7:-1])
        if "{game_id}" in path:
            game = self.owner.post("/api/games", json=BEGIN["games"]).json()["id"]
            return path.replace("{game_id}", game)
        if "{link}" in path:
            begun = self.owner.post("/api/links", json={}).json()
            self.seat = begun["secret"]
            return path.replace("{link}", begun["game"]["id"])
        return path

    def ask(self, role: str, method: str, path: str) -> httpx.Response:
        """The answer to a role."""
        found, parts = self.new(method, path), path.split("/")
        body = BODIES.get(parts[-1]) if "{" in path else BEGIN.get(parts[-1])
        if method == "PATCH":
            body = {"name": "new name"}
        headers = {SEAT_HEADER: self.seat} if role == "owner" and "{link}" in path else {}
        with ExitStack() as stack:
            client = self.clients.get(role) or stack.enter_context(client_of(self.address))
            wanted = client.build_request(
                method,
                found,
                json=body if method in {"POST", "PATCH"} else None,
                params=QUERIES.get(path),
                headers=headers,
            )
            answer = client.send(wanted, stream=True)
            if not path.endswith("events"):
                answer.read()
            answer.close()
        if (role, method, path) == ("operator", "DELETE", "/api/operator"):
            become_operator(self.clients[role], self.store)
        return answer


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The laboratory of these tests."""
    store = tmp_path_factory.mktemp("rights")
    limits = Limits()._replace(runs=MANY, models=MANY, waiting_runs=MANY)
    settings = {"allow_uploads": True, "has_operator": True, "limits": limits}
    with running_laboratory(store, **settings) as address, ExitStack() as stack:
        yield World(address, store, stack)


def right_of(answer: httpx.Response) -> str:
    """The right that an answer implies."""
    assert answer.status_code < 500, answer.text
    if answer.status_code < 400:
        return "yes"
    code = answer.json()["code"]
    assert answer.status_code != 404 or code in NO_RIGHTS, answer.text
    return "no" if code in NO_RIGHTS else "yes"


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_role_has_the_documented_rights(world: World, method: str, path: str) -> None:
    for role, expected in zip(ROLES, TABLE[method, path], strict=True):
        answer = world.ask(role, method, path)
        assert right_of(answer) == expected.replace("own", "yes"), (role, answer.status_code)


def ids_at(client: httpx.Client, path: str) -> set[str]:
    return {thing["id"] for thing in client.get(path).json()}


def test_lists_have_only_the_items_of_their_owner(world: World) -> None:
    game = world.owner.post("/api/games", json={}).json()["id"]
    agent = world.owner.post("/api/agents", json=BEGIN["agents"]).json()["agent"][7:-1]
    for path, mine in (("/api/games", game), ("/api/agents", agent)):
        assert mine in ids_at(world.owner, path)
        with client_of(world.address) as nobody:
            assert ids_at(nobody, path) == set()
        with client_of(world.address) as other:
            other.post("/api/games", json={})
            assert mine not in ids_at(other, path)


@pytest.mark.parametrize("view", pages.VIEWS)
def test_every_role_can_open_every_page(world: World, view: str) -> None:
    with client_of(world.address) as nobody:
        assert nobody.get(view.replace("{link}", "x")).status_code == 200


def test_a_shown_item_says_if_it_is_the_visitors_own(world: World) -> None:
    game = world.owner.post("/api/games", json={}).json()
    assert game["mine"]
    operator, other = world.clients["operator"], world.clients["another visitor"]
    assert operator.get(f"/api/games/{game['id']}").json()["mine"]
    assert not other.get(f"/api/games/{game['id']}").json()["mine"]
    for kind, number in world.runs.items():
        path = f"/api/{kind}/{number}"
        assert world.owner.get(path).json()["mine"]
        (listed,) = (run for run in other.get(f"/api/{kind}").json() if str(run["id"]) == number)
        assert not other.get(path).json()["mine"]
        assert not listed["mine"]


def test_the_same_upload_of_two_visitors_has_two_entries(world: World) -> None:
    source = {"name": "mine", "source": AGENT + "# shared\n"}
    theirs = {**source, "name": "theirs"}
    owner, other = world.owner, world.clients["another visitor"]
    agent = owner.post("/api/agents", json=source).json()["agent"]
    refused = other.post("/api/games", json={"second": agent})
    assert (refused.status_code, refused.json()["reason"]) == (422, "no_upload")
    tournament = {**BEGIN["tournaments"], "agents": [agent, "random"]}
    assert other.post("/api/tournaments", json=tournament).status_code == 422
    copy = other.post("/api/agents", json=theirs).json()["agent"]
    assert copy != agent
    assert other.post("/api/games", json={"second": copy}).status_code == 201
    path, copied = (f"/api/agents/{one[7:-1]}" for one in (agent, copy))
    assert owner.get(f"{path}/source").json() == source
    assert other.get(f"{path}/source").status_code == 404
    assert owner.delete(path).status_code == 204
    assert owner.delete(path).status_code == 404
    assert owner.post("/api/games", json={"second": agent}).status_code == 422
    assert other.post("/api/games", json={"second": copy}).status_code == 201
    assert "theirs" in [one["name"] for one in other.get("/api/agents").json()]
    assert world.clients["operator"].delete(copied).status_code == 204
    assert other.post("/api/games", json={"second": copy}).status_code == 422


@pytest.mark.slow
def test_deleting_a_tournament_leaves_the_same_one_of_another_visitor(world: World) -> None:
    wanted = {**BEGIN["tournaments"], "seed": 77}
    other = world.clients["another visitor"]
    numbers = [
        client.post("/api/tournaments", json=wanted).json()["id"] for client in (world.owner, other)
    ]
    for client, number in zip((world.owner, other), numbers, strict=True):
        wait_for(client, f"/api/tournaments/{number}", "finished", "failed")
    assert world.owner.delete(f"/api/tournaments/{numbers[0]}").status_code == 204
    assert world.owner.get(f"/api/tournaments/{numbers[0]}").status_code == 404
    assert len(other.get(f"/api/tournaments/{numbers[1]}/games").json()) == 1
    assert other.delete(f"/api/tournaments/{numbers[1]}").status_code == 204
    assert other.post("/api/tournaments", json=wanted).status_code == 201
