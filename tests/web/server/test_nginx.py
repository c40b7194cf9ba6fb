"""The proxies of the documentation: nginx's example runs, Caddy's is read only."""

import json
import re
import threading
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from socket import create_server

import httpx
import pytest
import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.guard import POLICY, Guard
from enraya.web.server.settings import MAX_BODY_BYTES, ServerSettings
from tests.web.running import running_laboratory
from tests.web.server.nginx import EXAMPLE, NAME, Proxy, running_nginx

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


@pytest.mark.slow
def test_pages_and_their_files_come_through(client: httpx.Client) -> None:
    for path in ("/", "/analyse", "/static/js/main.js", "/static/i18n/ca.json"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.slow
def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    address = f"http://127.0.0.1:{proxy.plain_port}/analyse?pos=44"
    answer = httpx.get(address, headers={"host": NAME}, timeout=60)
    assert (answer.status_code, answer.headers["location"]) == (
        301,
        f"https://{NAME}/analyse?pos=44",
    )


@pytest.mark.slow
def test_the_page_plays_and_other_sites_do_not(client: httpx.Client, proxy: Proxy) -> None:
    own = {"origin": f"https://{NAME}:{proxy.port}", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json={}, headers=own).status_code == 201
    for origin in ("https://evil.example", f"http://{NAME}:{proxy.port}", f"https://{NAME}"):
        answer = client.post("/api/games", json={}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


@pytest.mark.slow
def test_cookies_travel_over_https_only(client: httpx.Client) -> None:
    cookies = client.post("/api/games", json={}).headers.get_list("set-cookie")
    assert cookies
    for cookie in cookies:
        assert {"secure", "httponly", "samesite=strict"} <= set(re.split(r"; *", cookie.lower()))


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, FORGED], ids=["honest", "forged"])
def test_nobody_is_the_operator_through_a_proxy(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    assert client.get("/api/operator", headers=headers).json() == {"is_operator": False}


@pytest.mark.slow
def test_nobody_is_the_operator_through_an_nginx_that_says_nothing(tmp_path: Path) -> None:
    silent = re.sub(r"proxy_(set_header|http_version) [^;]*;", "", EXAMPLE.read_text())
    with (
        running_laboratory(tmp_path / "laboratory") as address,
        running_nginx(tmp_path, _port_of(address), silent) as proxy,
        proxy.client() as stranger,
    ):
        assert httpx.get(f"{address}/api/operator").json() == {"is_operator": True}
        assert stranger.get("/api/operator").json() == {"is_operator": False}


@pytest.mark.slow
def test_events_arrive_at_once(client: httpx.Client) -> None:
    wanted = {"agents": ["random", "random"], "games": 2}
    number = client.post("/api/tournaments", json=wanted).json()["id"]
    with client.stream("GET", f"/api/tournaments/{number}/events") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines).removeprefix("data: "))["id"] == number
        assert next(lines) == ""
        assert next(lines)  # the next event, while the stream is open


@pytest.mark.slow
def test_large_bodies_are_refused_by_the_laboratory_in_words(client: httpx.Client) -> None:
    answer = client.post("/api/games", content=b" " * (MAX_BODY_BYTES + 1), headers=BROWSER)
    assert answer.status_code == 413
    assert "Això és massa gran" in answer.text
    assert client.post("/api/games", content=b" " * 2_000_000).status_code == 413


@pytest.mark.slow
def test_other_names_are_refused_with_a_page(proxy: Proxy) -> None:
    with proxy.client(name="evil.example") as stranger:
        answer = stranger.get("/", headers=BROWSER)
    assert answer.status_code == 403
    assert "No hi ha cap laboratori amb aquest nom" in answer.text
    assert "127.0.0.1" not in answer.text


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with what the laboratory would believe about a visitor."""
    headers = Headers(scope=scope)
    found = {"client": scope["client"][0], "scheme": scope["scheme"]}
    await JSONResponse(found | {"host": headers["host"]})(scope, receive, send)


@pytest.fixture(scope="module")
def echoing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, int]]:
    """The guard alone behind nginx, which only 127.0.0.1 may speak for; and its port."""
    listener = create_server(("127.0.0.1", 0))
    settings = ServerSettings(proxies=(ip_network("127.0.0.1"),), names=frozenset({NAME}))
    config = uvicorn.Config(
        Guard(echo, settings), log_level="error", proxy_headers=False, lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    port = listener.getsockname()[1]
    try:
        with running_nginx(tmp_path_factory.mktemp("echo"), port) as found:
            yield found, port
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, FORGED], ids=["honest", "forged"])
def test_the_laboratory_sees_the_visitor_whatever_the_visitor_says(
    echoing: tuple[Proxy, int], headers: dict[str, str]
) -> None:
    proxy, _ = echoing
    with proxy.client(local_address="127.0.0.7") as visitor:
        assert visitor.get("/", headers=headers).json() == {
            "client": "127.0.0.7",
            "scheme": "https",
            "host": f"{NAME}:{proxy.port}",
        }


@pytest.mark.slow
def test_who_comes_past_the_proxy_cannot_speak_for_it(echoing: tuple[Proxy, int]) -> None:
    _, port = echoing
    transport = httpx.HTTPTransport(local_address="127.0.0.8")
    with httpx.Client(transport=transport, base_url=f"http://127.0.0.1:{port}") as visitor:
        forged = {key: FORGED[key] for key in FORGED if key != "forwarded"}
        assert visitor.get("/", headers=forged).json() == {
            "client": "127.0.0.8",
            "scheme": "http",
            "host": f"127.0.0.1:{port}",
        }


def test_both_examples_serve_the_same_laboratory() -> None:
    """Caddy is not in Debian's stable release, so its example is compared, not run."""
    nginx, caddy = EXAMPLE.read_text(), Path(EXAMPLE.with_name("Caddyfile")).read_text()
    for example in (nginx, caddy):
        assert "enraya serve --trust-proxy --name lab.example.org" in example
        assert re.search(r"(proxy_pass http://|reverse_proxy )127\.0\.0\.1:8000", example)
        largest = re.search(r"(?:client_max_body_size|max_size) (\d)M?m?B?", example)
        assert largest
        assert int(largest[1]) * 1_000_000 > MAX_BODY_BYTES
    assert 'proxy_set_header Forwarded "";' in nginx
    assert "header_up -Forwarded" in caddy
