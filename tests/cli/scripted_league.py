"""A league's server that answers as a test says, and remembers what it was asked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

Answer = tuple[int, Any]


@dataclass
class ScriptedLeague:
    """What is answered to each ``METHOD path``, in turn; then there is no more of it."""

    answers: dict[str, list[Answer]] = field(default_factory=dict)
    asked: list[tuple[str, bytes]] = field(default_factory=list)
    address: str = ""

    @property
    def link(self) -> str:
        """A team's link."""
        return f"{self.address}/team#secret"

    def requests(self) -> list[str]:
        """What was asked for, in this order."""
        return [request for request, _ in self.asked]

    def answer(self, request: str, body: bytes) -> Answer:
        """What is answered now."""
        self.asked.append((request, body))
        left = self.answers.get(request)
        return left.pop(0) if left else (404, {"detail": f"no more {request}"})


@contextmanager
def scripted_league(answers: dict[str, list[Answer]]) -> Iterator[ScriptedLeague]:
    """Serves these answers besides those to a session's beginning and end."""
    session: dict[str, list[Answer]] = {
        "POST session": [(200, {"team": 1})],
        "DELETE session": [(204, None), (204, None)],
    }
    league = ScriptedLeague({**session, **answers})

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            path = self.path.removeprefix("/api/league/").partition("?")[0]
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, found = league.answer(f"{self.command} {path}", body)
            self.send_response(status)
            self.send_header("Set-Cookie", "session=abc; HttpOnly")
            self.end_headers()
            if found is not None:
                self.wfile.write(json.dumps(found).encode())

        do_GET = do_POST = do_DELETE = _answer  # noqa: N815  # as the library calls them

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        league.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield league
        finally:
            server.shutdown()
            thread.join()
