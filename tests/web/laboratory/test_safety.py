"""Requests that the laboratory refuses, and its security headers."""

from socket import create_connection

import httpx
import pytest

from enraya.models import shipped_models
from enraya.web.server.forwarding import FORWARDING_HEADERS
from enraya.web.server.settings import MAX_BODY_BYTES
from tests.web.running import begin


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


def test_requests_of_the_page_itself_are_answered(client: httpx.Client, address: str) -> None:
    headers = {"origin": address, "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/", "/analyse", "/api/information", "/static/js/main.js"])
def test_every_answer_has_the_security_policy(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_a_large_body_in_pieces_is_refused(client: httpx.Client) -> None:
    pieces = (b" " * 10_000 for _ in range(2 * MAX_BODY_BYTES // 10_000))
    assert client.post("/api/games", content=pieces).status_code == 413


FILES = [
    "file:/etc/passwd", "FILE:/etc/passwd", " file:x.py", "file:mine (1).py",
    'file:"mine.py"', '"file:mine.py"', "greedy(eval=file:x.py)", 'greedy(eval=file:"x.py")',
    "alphabeta(eval=file:/etc/passwd)", "alphabeta(4, file:/etc/passwd)",
    "alphabeta(eval=learned(/etc/passwd))", "learned(/etc/passwd)", "learned(model=x)",
    "learned(ntuple.npz)", 'learned("model.npz")', "learned(ntuple, model=/etc/passwd)",
    *(f"learned({run})" for run in (
        "run-0", "run-99999", "run-1/..", "../runs/learning-1", "run-1.npz", "run-", "run-1 ",
    )),
]  # fmt: skip
PROGRAMS = ["program:./mine", 'program:"sh -c (x)"', '"program:ls"', "greedy(eval=Program:ls)"]


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        *((agent, "reads_a_file") for agent in FILES),
        *((agent, "runs_a_program") for agent in PROGRAMS),
        ("human(1)", "unknown"),
    ],
)
def test_clients_cannot_name_files_or_programs(
    client: httpx.Client, agent: str, reason: str
) -> None:
    answer = client.post("/api/games", json={"second": agent})
    assert (answer.status_code, answer.json()["reason"]) == (422, reason)
    assert "root:" not in answer.text


@pytest.mark.parametrize("model", shipped_models())
def test_models_shipped_with_enraya_are_opponents(client: httpx.Client, model: str) -> None:
    for agent in (f"learned({model})", f"alphabeta(depth=2, eval=learned({model}))"):
        game = begin(client, "/api/games", first=agent, second="human")
        reply = client.post(f"{game}/reply")
        assert len(reply.json()["position"]["moves"]) == 1


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"]
)
def test_only_files_of_the_page_are_served(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("header", FORWARDING_HEADERS)
def test_a_visitor_through_a_proxy_is_not_the_operator(client: httpx.Client, header: str) -> None:
    client.post("/api/games", json={})  # for which it gets a session
    assert client.get("/api/operator").json() == {"is_operator": True}
    answer = client.get("/api/operator", headers={header: "for=127.0.0.1"})
    assert answer.json() == {"is_operator": False}


def test_a_client_that_speaks_http_1_0_is_not_the_operator(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    with create_connection((host, int(port))) as connection:
        head = f"GET /api/operator HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.makefile().read().endswith('{"is_operator":false}')
