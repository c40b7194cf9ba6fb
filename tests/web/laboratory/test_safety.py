"""What the laboratory refuses, and what it tells browsers."""

from socket import create_connection

import httpx
import pytest

from enraya.agents.registry import AGENTS
from enraya.models import shipped_models
from enraya.web.laboratory.thinking.allowed_agents import AGENT_NAMES
from enraya.web.server.forwarding import FORWARDING_HEADERS
from enraya.web.server.settings import MAX_BODY_BYTES


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", "127.0.0.1.evil.example"]
)
def test_foreign_host_names_are_refused(client: httpx.Client, host: str) -> None:
    answer = client.get("/api/information", headers={"host": host})
    assert answer.status_code in {400, 403}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_requests_from_other_sites_are_refused(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    answer = client.post("/api/games", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")
    answer = client.get("/solve", params={"pos": "4"}, headers=headers)
    assert answer.status_code == 403


def test_a_link_from_another_site_leads_to_the_page(client: httpx.Client) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/?pos=44", headers=headers).status_code == 200
    assert client.post("/api/games", json={}, headers=headers).status_code == 403


def test_requests_of_our_own_page_are_answered(client: httpx.Client, address: str) -> None:
    headers = {"origin": address, "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/", "/analyse", "/api/information", "/static/js/main.js"])
def test_every_answer_carries_the_policy(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_large_bodies_are_refused(client: httpx.Client) -> None:
    text = b" " * (MAX_BODY_BYTES + 1)
    assert client.post("/api/games", content=text).status_code == 413

    def pieces() -> object:
        for _ in range(50):
            yield b" " * 10_000

    assert client.post("/api/games", content=pieces()).status_code == 413  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "agent",
    [
        "file:/etc/passwd",
        "FILE:/etc/passwd",
        " file:x.py",
        "alphabeta(eval=file:/etc/passwd)",
        "alphabeta(4, file:/etc/passwd)",
        "alphabeta(eval=learned(/etc/passwd))",
        "learned(/etc/passwd)",
        "learned(model=x)",
        "learned(ntuple.npz)",
        "learned(ntuple, model=/etc/passwd)",
        "human(1)",
    ],
)
def test_clients_name_no_files(client: httpx.Client, agent: str) -> None:
    answer = client.post("/api/games", json={"second": agent})
    assert answer.status_code == 422
    assert "root:" not in answer.text


@pytest.mark.parametrize("model", shipped_models())
def test_models_that_come_with_enraya_are_opponents(client: httpx.Client, model: str) -> None:
    for agent in (f"learned({model})", f"alphabeta(depth=2, eval=learned({model}))"):
        game = client.post("/api/games", json={"first": agent, "second": "human"})
        assert game.status_code == 201, game.text
        reply = client.post(f"/api/games/{game.json()['id']}/reply")
        assert len(reply.json()["position"]["moves"]) == 1


def test_agents_for_clients_exist() -> None:
    assert set(AGENT_NAMES) <= set(AGENTS)


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_only_the_pages_files_are_served(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("header", FORWARDING_HEADERS)
def test_who_comes_through_a_proxy_is_not_the_operator(client: httpx.Client, header: str) -> None:
    client.post("/api/games", json={})  # for which it gets a session
    assert client.get("/api/operator").json() == {"is_operator": True}
    answer = client.get("/api/operator", headers={header: "for=127.0.0.1"})
    assert answer.json() == {"is_operator": False}


def test_an_old_protocol_is_that_of_a_proxy_that_tells_nothing(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    with create_connection((host, int(port))) as connection:
        head = f"GET /api/operator HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.makefile().read().endswith('{"is_operator":false}')
