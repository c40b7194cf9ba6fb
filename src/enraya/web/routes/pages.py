"""The pages: one document whose scripts draw every view, and the files it needs."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse

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


for view in VIEWS:
    router.add_api_route(view, page, methods=["GET", "HEAD"])
