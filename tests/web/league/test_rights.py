"""Every route without a session, and as a team, another, a removed one and the operator."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from enraya.league.model.event_plan import EventPlan
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.submissions import remove_team
from enraya.web.league.routes.app import create_league_app
from enraya.web.server.settings import ServerSettings
from tests.league.making import C_SOURCE, LEFTMOST, RIGHTMOST
from tests.web.league.running import Links, send, visitors

BODIES = {
    ("POST", "/api/league/session"): {"secret": "no such secret"},
    ("POST", "/api/league/teams"): {"secret": "no such secret", "name": "X"},
    ("POST", "/api/league/operator/settings/preview"): {"settings": {"quota": 19}},
    ("POST", "/api/league/operator/events"): {"name": "Week 2"},
    ("POST", "/api/league/team/comparison"): {"one": 1, "other": 2},
    ("POST", "/api/league/qr"): {"link": "http://127.0.0.1/join#x"},
    ("PATCH", "/api/league/operator/settings"): {"settings": {"quota": 19}, "reason": "a test"},
}
MANUAL = Path(__file__).parents[3] / "docs" / "reference" / "league-api.md"
TABLE = re.findall(r"^\| `(\w+) (\S+)` \| (\w+) \| (.+) \|$", MANUAL.read_text(), re.MULTILINE)
"""Method and path of each route, who may use it, and what it does."""
RIGHTS = {(method, path): who for method, path, who, _ in TABLE}
WITH_SECRETS = ("/api/league/session", "/api/league/teams")
REASON = {"reason": "a test"}
LATER = 10**10
REFUSED = {401, 403}
PEOPLE = ("nobody", "team", "other", "removed", "operator")
MAY = {"everybody": set(PEOPLE), "team": {"team", "other"}, "operator": {"operator"}}

DESTRUCTIVE = (
    ("DELETE", "/api/league/session"),
    ("POST", "/api/league/team/link"),
    ("POST", "/api/league/operator/teams/{number}/remove"),
    ("POST", "/api/league/operator/teams/{number}/erase"),
    ("POST", "/api/league/operator/link"),
    ("POST", "/api/league/operator/teams/{number}/link"),
    ("POST", "/api/league/operator/teams/{number}/link/revoke"),
)
"""Routes that end sessions: each is walked in a league of its own."""


@contextmanager
def people_of(folder: Path) -> Iterator[dict[str, httpx.Client]]:
    links = Links(folder)
    secrets = {name: links.team(name) for name in ("team", "other", "removed")}
    known = {"nobody": "", **secrets, "operator": links.operator}
    with visitors(links, *known.values()) as clients:
        found = dict(zip(known, clients, strict=True))
        for name, content in (("team", LEFTMOST), ("other", RIGHTMOST), ("removed", C_SOURCE)):
            file = "mine.c" if content is C_SOURCE else "mine.py"
            assert send(found[name], content, file=file).status_code == 201
        with LeagueStore(folder) as store:
            remove_team(store, 3, "to see what it may do then")
            plan_event(store, "Week 1", EventPlan(), LATER)
        yield found


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, httpx.Client]]:
    with people_of(tmp_path_factory.mktemp("league") / "ia") as found:
        yield found


def ask(client: httpx.Client, method: str, path: str) -> httpx.Response:
    where = path.replace("{number}", "1")
    body = BODIES.get((method, path), REASON if "/operator/" in path else None)
    if (method, path) == ("POST", "/api/league/versions"):
        return send(client, word="another-word")
    if path.endswith(("/live", "/playing")):  # streams without end
        with client.stream(method, where) as answer:
            return answer
    return client.request(method, where, json=body)


def test_the_manual_has_every_route_in_its_own_words(tmp_path: Path) -> None:
    paths = create_league_app(ServerSettings(store=tmp_path)).openapi()["paths"]
    said = {
        (method.upper(), path): " ".join(item["description"].partition("\n\n")[0].split())
        for path, methods in paths.items()
        for method, item in methods.items()
    }
    assert said == {(method, path): words for method, path, _, words in TABLE}


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize(("method", "path"), [one for one in RIGHTS if one not in DESTRUCTIVE])
def test_every_route_is_open_to_the_roles_of_the_table(
    people: dict[str, httpx.Client], name: str, method: str, path: str
) -> None:
    check(people, name, method, path)


@pytest.mark.parametrize(("method", "path"), DESTRUCTIVE)
def test_routes_that_end_sessions_are_open_to_the_roles_of_the_table(
    tmp_path: Path, method: str, path: str
) -> None:
    with people_of(tmp_path / "ia") as people:
        for name in PEOPLE:
            check(people, name, method, path)


def check(people: dict[str, httpx.Client], name: str, method: str, path: str) -> None:
    """Compares the answer to a person with the table of rights."""
    answer = ask(people[name], method, path)
    may = MAY[RIGHTS[method, path]]
    if path in WITH_SECRETS and method == "POST":
        assert answer.json()["code"] == "wrong_secret"  # who has a secret is in test_sessions
        return
    assert (answer.status_code not in REFUSED) == (name in may), answer.text
    assert answer.status_code < 500
    if name not in may:
        nobody = name in ("nobody", "removed")
        assert answer.status_code == (401 if nobody else 403)
        assert answer.json()["code"] == ("no_session" if nobody else "not_yours")
        assert answer.json()["detail"]


def test_a_team_gets_its_own_source_and_versions_only(people: dict[str, httpx.Client]) -> None:
    path = "/api/league/versions/1/source"
    assert people["team"].get(path).content == LEFTMOST
    assert people["other"].get(path).content == RIGHTMOST
    assert people["removed"].get(path).status_code == 401
    assert people["team"].get("/api/league/versions/99/source").status_code == 404
    assert people["operator"].get("/api/league/operator/versions/2/source").content == RIGHTMOST


def test_visitors_see_aliases_and_the_operator_names(people: dict[str, httpx.Client]) -> None:
    paths = ("games", "ranking", "queue")
    shown = "".join(people["nobody"].get(f"/api/league/{path}").text for path in paths)
    assert '"other"' not in shown
    names = [team["name"] for team in people["operator"].get("/api/league/operator/teams").json()]
    assert names == ["team", "other", "removed"]
