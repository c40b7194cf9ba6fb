"""For every refusal people get a page in their language, and programs get JSON."""

import re
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from enraya.texts import LANGUAGES, texts_in
from enraya.web.server.guard import POLICY
from enraya.web.server.limits import BURST_SECONDS
from enraya.web.server.problems import Refusal, TooBusy, answer_to
from enraya.web.server.refusal_pages import FILES, refusal_page, texts_for, wants_page
from enraya.web.server.settings import MAX_BODY_BYTES, Limits
from tests.web.running import laboratory_client

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
ACCEPT = {"accept": BROWSER}


def title_of(answer: httpx.Response) -> str:
    found = re.search(r"<h1>(.*)</h1>", answer.text)
    assert found, answer.text
    return found[1].replace("&#x27;", "'")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("method", "path", "headers", "content", "status", "kind"),
    [
        ("GET", "/nowhere", {}, b"", 404, "not_found"),
        ("GET", "/static/js/nothing.js", {}, b"", 404, "not_found"),
        ("GET", "/api/tournaments/999/report", {}, b"", 404, "not_found"),
        ("POST", "/", {}, b"", 405, "method_not_allowed"),
        ("GET", "/", {"host": "evil.example"}, b"", 403, "wrong_host"),
        ("POST", "/api/games", {"origin": "http://evil.example"}, b"", 403, "cross_site"),
        ("POST", "/api/games", {}, b" " * (MAX_BODY_BYTES + 1), 413, "too_large"),
        ("GET", "/solve?pos=x", {}, b"", 422, "other"),
    ],
)
def test_a_browser_gets_a_page_in_its_language(
    client: httpx.Client,
    language: str,
    method: str,
    path: str,
    headers: dict[str, str],
    content: bytes,
    status: int,
    kind: str,
) -> None:
    asked = ACCEPT | {"accept-language": f"{language}-XX,xx;q=0.5"} | headers
    answer = client.request(method, path, headers=asked, content=content)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["content-language"] == language
    assert f'<html lang="{language}">' in answer.text
    assert title_of(answer) == texts_in(language)(f"refusal.{kind}")
    assert "{" not in answer.text
    plain = client.request(method, path, headers=headers, content=content)
    assert (plain.status_code, plain.headers["content-type"]) == (status, "application/json")


@pytest.mark.parametrize(
    ("status", "kind"), [(429, "too_many"), (503, "busy"), (409, "other"), (400, "other")]
)
def test_other_refusals_are_pages_too(status: int, kind: str) -> None:
    refusal = TooBusy("x") if status == 503 else Refusal(status, "bad_request", "why")
    answer = answer_to(Headers(ACCEPT), refusal)
    assert answer.status_code == status
    text = bytes(answer.body).decode()
    assert f"<h1>{texts_in('en')(f'refusal.{kind}')}</h1>" in text
    assert f'href="/">{texts_in("en")("refusal.home")}</a>' in text
    assert (answer.headers.get("retry-after") is not None) == (status == 503)


def test_a_head_request_gets_the_same_headers_without_a_body(client: httpx.Client) -> None:
    head, full = (client.request(m, "/nowhere", headers=ACCEPT) for m in ("HEAD", "GET"))
    assert (head.status_code, head.content) == (404, b"")
    for name in ("content-type", "content-length", "content-language", "vary"):
        assert head.headers[name] == full.headers[name]


def test_the_page_for_a_wrong_host_name_links_to_a_right_one(tmp_path: Path) -> None:
    wrong = ACCEPT | {"host": "lab.example.org"}
    with laboratory_client(tmp_path, is_local=False) as client:
        answer = client.get("/", headers=wrong)
        forwarded = client.get("/", headers=wrong | {"x-forwarded-for": "198.51.100.7"})
    link = f"{str(client.base_url).rstrip('/')}/"
    assert f'href="{link}">{link}</a>' in answer.text
    assert "enraya serve --name lab.example.org" in answer.text
    assert 'href="http' not in forwarded.text
    assert "enraya serve --trust-proxy --name lab.example.org" in forwarded.text


@pytest.mark.parametrize("path", sorted(FILES))
def test_files_of_the_refusal_page_are_served_under_any_host_name(
    client: httpx.Client, path: str
) -> None:
    assert client.get(path, headers={"host": "evil.example"}).status_code == 200
    assert client.post(path, headers={"host": "evil.example"}).status_code == 403


def test_a_hostile_host_name_is_escaped(client: httpx.Client) -> None:
    headers = ACCEPT | {"host": '"><script>alert(1)</script>'}
    answer = client.get("/", headers=headers)
    assert answer.status_code in {400, 403}
    assert "<script>alert" not in answer.text
    english, link = texts_in("en"), "javascript:'\""
    page = refusal_page(english, 400, "bad_request", "<b>", link=link, command="<i>")
    text = bytes(page.body).decode()
    assert "<b>" not in text
    assert "<i>" not in text
    assert "'\"" not in text


@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        (BROWSER, True),
        ("text/html", True),
        ("*/*", False),
        ("", False),
        ("application/json", False),
        ("application/json, text/html;q=0.9", False),
        ("application/json, text/html", True),
        ("text/html;q=0, */*", False),
    ],
)
def test_only_clients_that_accept_html_get_a_page(accept: str, is_page: bool) -> None:
    assert wants_page(Headers({"accept": accept})) == is_page


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "de"}, "en"),
        ({"accept-language": "pt-BR,pt;q=0.9,en;q=0.8"}, "pt"),
        ({"accept-language": "de, en;q=0.3, ca;q=0.7"}, "ca"),
        ({"accept-language": "es;q=nan, ca;q=1e9,;;;q"}, "es"),
        ({"accept-language": "es", "cookie": "a=b; enraya-language=ca"}, "ca"),
        ({"accept-language": "es", "cookie": "enraya-language=../../etc"}, "es"),
    ],
)
def test_the_page_speaks_the_chosen_language_or_that_of_the_browser(
    headers: dict[str, str], language: str
) -> None:
    assert texts_for(Headers(headers)).language == language


def test_a_browser_that_sends_too_many_requests_gets_a_page_too(tmp_path: Path) -> None:
    limits = Limits()._replace(requests=1)
    with laboratory_client(tmp_path, has_operator=True, limits=limits) as client:
        answers = [client.get("/help", headers=ACCEPT) for _ in range(BURST_SECONDS + 2)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert title_of(refused[0]) == texts_in("en")("refusal.too_many")
    assert refused[0].headers["retry-after"]
