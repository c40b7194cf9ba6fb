"""Links, sessions and uploads over the network: refusals, and secrets that stay secret."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from enraya.league.model.settings import MOST_BYTES
from enraya.league.store.store import LeagueStore
from enraya.web.server.limits import Attempts
from tests.league.making import LEFTMOST, zipped
from tests.web.league.running import Links, person, running_league, send, visitors


def test_a_link_opens_a_session_by_a_click_and_revoking_it_ends_them_all(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    secret = links.team("A")
    with visitors(links, secret, secret) as (one, other):
        cookie = other.cookies.jar.__iter__().__next__()
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "strict"
        assert one.get("/api/league").json()["me"] == {"is_operator": False, "team": 1}
        new = one.post("/api/league/team/link").json()["path"]
        for client in (one, other):
            assert client.get("/api/league/team").status_code == 401
        with person(str(one.base_url), new.partition("#")[2]) as third:
            assert third.get("/api/league/team").json()["name"] == "A"
            third.delete("/api/league/session")
            assert third.get("/api/league/team").status_code == 401
        assert one.post("/api/league/session", json={"secret": secret}).status_code == 403
        assert "set-cookie" not in one.get("/team").headers  # opening a link by itself does nothing


def test_teams_join_by_the_join_link_and_get_their_own_link(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia", max_teams=2)
    wanted = {"secret": links.join, "name": "A", "alias": "first", "members": ["Ana", "Bo"]}
    with visitors(links, "", links.operator) as (client, operator):
        joined = client.post("/api/league/teams", json=wanted)
        assert joined.status_code == 201
        assert client.get("/api/league/team").json()["members"] == ["Ana", "Bo"]
        secret = joined.json()["link"]["path"].partition("#")[2]
        with person(str(client.base_url), secret) as elsewhere:
            assert elsewhere.get("/api/league/team").json()["name"] == "A"
        assert client.post("/api/league/teams", json=wanted).json()["detail"].endswith("another")
        for foreign in (links.operator, secret, "guessed"):
            answer = client.post("/api/league/teams", json=wanted | {"secret": foreign})
            assert answer.status_code == 403
        assert client.post("/api/league/session", json={"secret": links.join}).status_code == 403
        client.post("/api/league/teams", json=wanted | {"name": "B", "alias": "second"})
        full = client.post("/api/league/teams", json=wanted | {"name": "C", "alias": "third"})
        assert "full" in full.json()["detail"]
        change = {"settings": {"is_open": False}, "reason": "all are here"}
        assert operator.patch("/api/league/operator/settings", json=change).is_success
        closed = client.post("/api/league/teams", json=wanted | {"name": "D", "alias": "fourth"})
        assert closed.status_code == 409


def test_guessing_is_limited_but_a_right_link_still_works(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with visitors(links, "") as (client,):
        answers = [
            client.post("/api/league/session", json={"secret": f"guess {number}"}).status_code
            for number in range(Attempts.MOST + 1)
        ]
        assert answers == [403] * Attempts.MOST + [429]
        joins = {"secret": links.join, "name": "A"}
        assert client.post("/api/league/teams", json=joins).status_code == 201
        right = client.post("/api/league/session", json={"secret": links.operator})
        assert right.json() == {"is_operator": True, "team": None}
        assert client.post("/api/league/session", json={"secret": "guess"}).status_code == 429


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, str]]:
    """The folder and address of a league in which nothing changes, and the secret of a team."""
    links = Links(tmp_path_factory.mktemp("league") / "ia")
    secret = links.team("A")
    with running_league(links.folder) as address:
        yield links.folder, address, secret


def test_requests_of_other_sites_are_refused(served: tuple[Path, str, str]) -> None:
    _, address, secret = served
    with person(address, secret) as client:
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            client.headers = httpx.Headers(headers)
            assert send(client).json()["code"] == "cross_site"
        client.headers = httpx.Headers({"Host": "evil.example"})
        assert send(client).json()["code"] == "wrong_host"


@pytest.mark.parametrize(
    ("file", "content", "status", "why"),
    [
        ("mine.exe", b"x", 422, "is not accepted"),
        ("../mine.py", b"x", 422, "is not accepted"),
        ("mine.py\x00", b"x", 422, "is not accepted"),
        ("mine.py", b"", 422, "is empty"),
        ("mine.py", b"x" * MOST_BYTES, 422, "at most 500,000"),
        ("mine.py", b"x" * (MOST_BYTES + 2_000), 413, "at most"),
        ("mine.zip", b"PK\x03\x04", 422, "valid .zip"),
        ("mine.zip", zipped({"../../agent.py": b"x"}), 422, "is not accepted"),
        ("mine.zip", zipped({f"f{number}.py": b"" for number in range(3_000)}), 422, "3,000 files"),
        ("mine.zip", zipped({"agent.py": bytes(20_000_000)}), 422, "more than 5,000,000"),
    ],
)
def test_a_hostile_upload_is_refused_with_a_sentence_and_leaves_nothing(
    served: tuple[Path, str, str], file: str, content: bytes, status: int, why: str
) -> None:
    folder, address, secret = served
    with person(address, secret) as client:
        answer = send(client, content, file=file)
        assert answer.status_code == status
        assert why in answer.json()["detail"]
        assert client.get("/api/league/team").json()["versions"] == []
    assert not (folder / "submissions").exists()


def test_a_submission_sent_several_times_is_accepted_once(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with visitors(links, links.team("A")) as (client,):
        first, again = send(client), send(client)
        assert first.status_code == 201
        assert first.json() == again.json()
        assert first.json()["place"] == 1
        assert len(client.get("/api/league/team").json()["versions"]) == 1


def test_the_operators_actions_are_logged_and_shown_to_the_team(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia", deadline="2026-01-01T00:00")
    with visitors(links, links.team("A"), links.operator) as (team, operator):
        assert send(team).json()["state"] == "late"
        path = "/api/league/operator/versions/1/accept"
        assert operator.post(path, json={"reason": " "}).status_code == 422
        assert operator.post(path, json={"reason": "was ill"}).json()["state"] == "received"
        (action, *_) = team.get("/api/league/team").json()["log"]
        assert (action["action"], action["reason"]) == ("accept", "was ill")
        path = "/api/league/operator/teams/1/erase"
        assert operator.post(path, json={"reason": "asked for it"}).json()["name"] == "team 1"
        assert team.get("/api/league/team").status_code == 401
        missing = operator.post("/api/league/operator/teams/9/erase", json={"reason": "?"})
        assert missing.status_code == 404


def test_secrets_appear_in_no_answer_log_or_file(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    secret = links.team("A")
    with visitors(links, secret, links.operator) as (team, operator):
        send(team)
        cookies = [client.cookies["enraya-league"] for client in (team, operator)]
        answers = [
            client.get(f"/api/league{path}").text
            for client in (team, operator)
            for path in ("", "/team", "/ranking", "/queue", "/operator/log", "/operator/teams",
                         "/operator/settings", "/operator")
        ]  # fmt: skip
    with LeagueStore(links.folder) as store:
        answers.append(json.dumps([str(action) for action in store.log.actions()]))
    kept = [path.read_bytes() for path in links.folder.rglob("*") if path.is_file()]
    for one in (secret, links.operator, links.join, *cookies):
        assert not [answer for answer in answers if one in answer]
        assert not [data for data in kept if one.encode() in data]
    assert [data for data in kept if LEFTMOST in data]
