"""The pages of a league: one HTML document whose scripts draw every view."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from enraya.web.server.application import STATIC

VIEWS = (
    "/",
    "/games",
    "/games/{number}",
    "/events",
    "/rules",
    "/write",
    "/join",
    "/team",
    "/team/compare",
    "/operator",
    "/operator/{part}",
)
"""The addresses of the views, all served by the same document."""
_MANIFEST = '<link rel="manifest" href="/static/manifest.webmanifest">'
_IN_PLACE = {
    "/static/js/main.js": "/static/js/league.js",
    _MANIFEST: '<link rel="stylesheet" href="/static/css/league.css">',
}
"""Parts of the laboratory's document, and what replaces them in the league's."""

router = APIRouter(include_in_schema=False)


def league_document() -> str:
    """The HTML of every view: the laboratory's document with the league's script and styles."""
    text = (STATIC / "index.html").read_text()
    for theirs, ours in _IN_PLACE.items():
        assert theirs in text, theirs
        text = text.replace(theirs, ours)
    return text


_DOCUMENT = league_document()


async def page() -> HTMLResponse:
    """The HTML document, which is the same for every view."""
    return HTMLResponse(_DOCUMENT, headers={"Cache-Control": "no-cache"})


for view in VIEWS:
    router.add_api_route(view, page, methods=["GET", "HEAD"])
