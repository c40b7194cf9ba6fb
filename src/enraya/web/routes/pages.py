"""The pages: one document whose scripts draw every view, and the files it needs."""

from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse

from enraya.web.door.refusal_pages import OFFLINE, RefusalPage, texts_for
from enraya.web.laboratory import SESSION_COOKIE, VisitorOf, remember_session

STATIC = Path(__file__).parents[1] / "static"
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

router = APIRouter(include_in_schema=False)


async def page(request: Request, visitor: VisitorOf) -> FileResponse:
    """The document of every view."""
    response = FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})
    if visitor.session:  # the cookie lasts as long as its browser comes back
        remember_session(request, response, request.cookies[SESSION_COOKIE])
    return response


@router.get("/offline")
async def offline(request: Request) -> HTMLResponse:
    """What browsers keep to show when nobody answers."""
    return RefusalPage(HTTPStatus.OK, OFFLINE, None).response(texts_for(request.headers))


@router.get("/service-worker.js")
async def service_worker() -> FileResponse:
    """The script that shows it; it stands at the top so that it may answer for every page."""
    return FileResponse(STATIC / "service_worker.js", headers={"Cache-Control": "no-cache"})


for view in VIEWS:
    router.add_api_route(view, page, methods=["GET", "HEAD"])
