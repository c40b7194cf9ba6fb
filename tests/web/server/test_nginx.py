"""The laboratory behind nginx, as the documentation configures it."""

import json
import re
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI, Request

from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.guard import POLICY, Guard
from enraya.web.server.settings import MAX_BODY_BYTES, ServerSettings
from tests.web.running import client_of, running, running_laboratory
from tests.web.server.nginx import EXAMPLE, NAME, Proxy, running_nginx

pytestmark = pytest.mark.slow

BROWSER = {"accept": "text/html", "accept-language": "ca"}
FORGED = {
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "gopher",
    "forwarded": "for=6.6.6.6;host=evil.example;proto=gopher",
}


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A laboratory behind nginx."""
    store = tmp_path_factory.mktemp("laboratory")
    settings = {"proxies": THIS_MACHINE, "names": frozenset({NAME})}
    with (
        running_laboratory(store, **settings) as address,
        running_nginx(tmp_path_factory.mktemp("nginx"), _port_of(address)) as found,
    ):
        yield found


@pytest.fixture
def client(proxy: Proxy) -> Iterator[httpx.Client]:
    """A visitor of the laboratory."""
    with proxy.client() as found:
        yield found


def _port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_pages_and_their_files_are_served_through_nginx(client: httpx.Client) -> None:
    for path in ("/", "/analyse", "/static/js/main.js", "/static/i18n/ca.json"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == POLICY


def test_plain_http_redirects_to_https(proxy: Proxy) -> None:
    address = f"http://127.0.0.1:{proxy.plain_port}/analyse?pos=44"
    answer = httpx.get(address, headers={"host": NAME}, timeout=60)
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        f"https://{NAME}/analyse?pos=44",
    )


def test_the_page_can_play_and_other_sites_cannot(client: httpx.Client, proxy: Proxy) -> None:
    own = {"origin": f"https://{NAME}:{proxy.port}", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={}, headers=own).status_code == 201
    for origin in ("https://evil.example", f"http://{NAME}:{proxy.port}", f"https://{NAME}"):
        answer = client.post("/api/games", json={}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


def test_cookies_travel_over_https_only(client: httpx.Client) -> None:
    cookies = client.post("/api/games", json={}).headers.get_list("set-cookie")
    assert cookies
    for cookie in cookies:
        assert {"secure", "httponly", "samesite=strict"} <= set(re.split(r"; *", cookie.lower()))


@pytest.mark.parametrize("headers", [{}, FORGED], ids=["honest", "forged"])
def test_visitors_through_a_proxy_are_never_the_operator(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    assert client.get("/api/operator", headers=headers).json() == {"is_operator": False}


def test_visitors_through_an_nginx_without_headers_are_never_the_operator(tmp_path: Path) -> None:
    silent = re.sub(r"proxy_(set_header|http_version) [^;]*;", "", EXAMPLE.read_text())
    with (
        running_laboratory(tmp_path / "laboratory") as address,
        running_nginx(tmp_path, _port_of(address), silent) as proxy,
        proxy.client() as stranger,
    ):
        assert httpx.get(f"{address}/api/operator").json() == {"is_operator": True}
        assert stranger.get("/api/operator").json() == {"is_operator": False}


def test_events_arrive_at_once(client: httpx.Client) -> None:
    wanted = {"agents": ["random", "random"], "games": 2}
    number = client.post("/api/tournaments", json=wanted).json()["id"]
    with client.stream("GET", f"/api/tournaments/{number}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines).removeprefix("data: "))["id"] == number
        assert next(lines) == ""
        assert next(lines)  # the next event, while the stream is open


def test_the_laboratory_explains_why_it_refuses_a_large_body(client: httpx.Client) -> None:
    answer = client.post("/api/games", content=b" " * (MAX_BODY_BYTES + 1), headers=BROWSER)
    assert answer.status_code == 413
    assert "Això és massa gran" in answer.text
    assert client.post("/api/games", content=b" " * 2_000_000).status_code == 413


def test_other_names_are_refused_with_a_page(proxy: Proxy) -> None:
    with proxy.client(name="evil.example") as stranger:
        answer = stranger.get("/", headers=BROWSER)
    assert answer.status_code == 403
    assert "No hi ha cap laboratori amb aquest nom" in answer.text
    assert "127.0.0.1" not in answer.text


@pytest.fixture(scope="module")
def echoing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, str]]:
    """Behind nginx, what the guard makes of a request; only 127.0.0.1 may speak for others."""
    settings = ServerSettings(proxies=(ip_network("127.0.0.1"),), names=frozenset({NAME}))
    app = FastAPI()
    app.state.parts = Mock()
    app.add_middleware(Guard, settings=settings)

    @app.get("/")
    def echo(request: Request) -> dict[str, str]:
        assert request.client
        url = request.url
        return {"client": request.client.host, "scheme": url.scheme, "host": url.netloc}

    with (
        running(app, settings) as address,
        running_nginx(tmp_path_factory.mktemp("echo"), _port_of(address)) as found,
    ):
        yield found, address


@pytest.mark.parametrize("headers", [{}, FORGED], ids=["honest", "forged"])
def test_visitors_cannot_forge_their_address(
    echoing: tuple[Proxy, str], headers: dict[str, str]
) -> None:
    proxy, _ = echoing
    with proxy.client(local_address="127.0.0.7") as visitor:
        assert visitor.get("/", headers=headers).json() == {
            "client": "127.0.0.7",
            "scheme": "https",
            "host": f"{NAME}:{proxy.port}",
        }


def test_a_client_that_bypasses_the_proxy_cannot_impersonate_it(echoing: tuple[Proxy, str]) -> None:
    _, address = echoing
    with client_of(address, "127.0.0.8") as visitor:
        forged = {key: FORGED[key] for key in FORGED if key != "forwarded"}
        assert visitor.get("/", headers=forged).json() == {
            "client": "127.0.0.8",
            "scheme": "http",
            "host": f"127.0.0.1:{_port_of(address)}",
        }
