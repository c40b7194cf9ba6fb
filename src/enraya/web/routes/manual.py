"""The documentation as `make docs` built it, offered under /docs."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PATH = "/docs"
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""That of the laboratory, but its search is a worker and the theme sets styles in place."""


class Manual(StaticFiles):
    """The files of the site, with a policy of their own."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the first page of a folder."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = POLICY
        return response
