"""Refusals as pages for people: in the visitor's language, with advice.

Programs get JSON; a browser that opens an address asks for `text/html` and gets the page. The page
works without scripts, and uses none of our files but `FILES`.
"""

import re
from html import escape
from http import HTTPStatus
from string import Template

from fastapi.responses import HTMLResponse
from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from enraya.texts import LANGUAGES, Texts, texts_in
from enraya.web.server.settings import MAX_BODY_BYTES

LANGUAGE_COOKIE = "enraya-language"
"""The cookie that holds the language chosen on our page."""
FILES = frozenset({"/static/css/base.css", "/static/icon.svg", "/static/js/theme.js"})
"""The files that the page uses; they are served even where all else is refused."""
_PAGE = Template("""\
<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title · enraya</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/base.css">
<script src="/static/js/theme.js"></script>
</head>
<body>
<header class="top">
<span class="brand"><img src="/static/icon.svg" alt="" width="28" height="28">enraya</span>
</header>
<main>
<h1>$title</h1>
<div class="card">
$content
</div>
</main>
</body>
</html>
""")
OFFLINE = "offline"
"""The kind of the page that a browser shows when the server does not answer."""
_BY_CODE = ("wrong_host", "cross_site", OFFLINE)
_BY_STATUS: dict[int, str] = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many",
    HTTPStatus.SERVICE_UNAVAILABLE: "busy",
}
OTHER = "other"
_LONGEST_HEADER = 500
_QUALITY = re.compile(r"q=([01](?:\.\d{0,3})?)")
_HTML, _JSON = "text/html", "application/json"


def refusal_page(
    texts: Texts,
    status: int,
    code: str,
    said: str | None = None,
    *,
    link: str | None = "/",
    command: str | None = None,
) -> HTMLResponse:
    """A page about a refusal.

    Args:
        texts: the catalogue in the language of the page.
        status: the HTTP status.
        code: the code of the refusal.
        said: what exactly is wrong, in that language, if the title does not say it.
        link: where the visitor can go instead; None for nowhere.
        command: a command that helps, for the operator.
    """
    kind = kind_of(status, code)
    title, home = texts(f"refusal.{kind}"), texts("refusal.home")
    advice = texts(f"refusal.{kind}.advice", kilobytes=MAX_BODY_BYTES // 1000)
    content = [f"<p>{escape(words)}</p>" for words in (said, advice) if words]
    if link:
        words = escape(home if link == "/" else link)
        content.append(f'<p><a class="button primary" href="{escape(link)}">{words}</a></p>')
    if command:
        content.append(f"<p>{escape(texts('refusal.operator'))}</p>")
        content.append(f"<p><code>{escape(command)}</code></p>")
    page = _PAGE.substitute(
        language=texts.language, title=escape(title), content="\n".join(content)
    )
    headers = {"Cache-Control": "no-store", "Content-Language": texts.language}
    return HTMLResponse(page, status, headers)


def kind_of(status: int, code: str) -> str:
    """The kind of page, for its title and advice: by code, else by status, else `OTHER`."""
    return code if code in _BY_CODE else _BY_STATUS.get(status, OTHER)


def wants_page(headers: Headers) -> bool:
    """Whether a request comes from a browser that shows the response as a page."""
    wanted = _weighted(headers.get("accept", ""))
    return wanted.get(_HTML, 0) > 0 and wanted[_HTML] >= wanted.get(_JSON, 0)


def texts_for(headers: Headers) -> Texts:
    """The texts in the language chosen on our page, else in the one the browser prefers."""
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return texts_in(chosen)
    weights: dict[str, float] = {}
    for tag, weight in _weighted(headers.get("accept-language", "")).items():
        language = tag.partition("-")[0]
        weights[language] = max(weight, weights.get(language, 0))
    best = max(LANGUAGES, key=lambda language: weights.get(language, 0))  # the first of equals
    return texts_in(best)


def _weighted(header: str) -> dict[str, float]:
    """The choices in a header such as `Accept-Language`, each with its weight."""
    found = {}
    for part in header[:_LONGEST_HEADER].lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        qualities = [_QUALITY.fullmatch(parameter) for parameter in parameters]
        found[name] = next((float(quality[1]) for quality in qualities if quality), 1.0)
    return found
