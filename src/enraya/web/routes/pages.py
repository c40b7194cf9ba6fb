"""The pages: one document whose scripts draw every view, and the files it needs."""

import secrets
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse

from enraya.web.laboratory import CLIENT_COOKIE, remember_client

STATIC = Path(__file__).parents[1] / "static"
VIEWS = ("/", "/analyse", "/agent", "/arena", "/evolution", "/learning", "/help")
"""The addresses of the views, all served by the same document."""

router = APIRouter(include_in_schema=False)


async def page(request: Request) -> FileResponse:
    """The document of every view."""
    response = FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})
    if CLIENT_COOKIE not in request.cookies:
        remember_client(response, secrets.token_urlsafe(16))
    return response


for view in VIEWS:
    router.add_api_route(view, page, methods=["GET", "HEAD"])
