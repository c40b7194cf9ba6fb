"""The pages: one document whose scripts draw every view, the files it needs, and the manual."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

from enraya.web.laboratory.laboratory import SESSION_COOKIE, VisitorOf
from enraya.web.server.application import STATIC
from enraya.web.server.refusal_pages import OFFLINE, refusal_page, texts_for
from enraya.web.server.visitor import remember_session

VIEWS = (
    "/",
    "/analyse",
    "/agent",
    "/arena",
    "/evolution",
    "/learning",
    "/help",
    "/rules",
    "/friend/{link}",
    "/operator",
)
"""The addresses of the views, all served by the same document."""

MANUAL_PATH = "/docs"
MANUAL_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The manual's content security policy: its search is a worker, its theme sets inline styles."""

router = APIRouter(include_in_schema=False)


async def page(request: Request, visitor: VisitorOf) -> FileResponse:
    """The document of every view."""
    response = FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})
    if visitor.session:  # each visit extends the cookie's life
        remember_session(request, response, SESSION_COOKIE, request.cookies[SESSION_COOKIE])
    return response


@router.get("/offline")
async def offline(request: Request) -> HTMLResponse:
    """The page that browsers show when the server does not answer."""
    return refusal_page(texts_for(request.headers), HTTPStatus.OK, OFFLINE)


@router.get("/service-worker.js")
async def service_worker() -> FileResponse:
    """The script that shows the offline page; at the root, so that it controls every page."""
    return FileResponse(STATIC / "service_worker.js", headers={"Cache-Control": "no-cache"})


for view in VIEWS:
    router.add_api_route(view, page, methods=["GET", "HEAD"])


class Manual(StaticFiles):
    """The documentation that `make docs` built, with its own content security policy."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the index page of a folder."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = MANUAL_POLICY
        return response
