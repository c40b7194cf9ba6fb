"""`enraya submit`: a team's new version, sent to the server of its league from the terminal."""

import http.client
import json
import os
import secrets
import ssl
from contextlib import suppress
from pathlib import Path
from time import sleep
from types import TracebackType
from typing import Annotated, Any, Self
from urllib.parse import quote, urlsplit

import typer

from enraya.cli.common.messages import fail
from enraya.cli.common.options import LangOption, chosen_texts
from enraya.errors import InvalidSetting
from enraya.printable import printable
from enraya.texts import Sentence

_PAUSE_SECONDS = 0.5
_WAITING = ("received", "checked", "compiled")
_DOES_NOT_PLAY = 1
"""The exit code when the version does not play."""
_SECONDS = 60.0
_ATTEMPTS = 5
_RETRY_SECONDS = 1.0


def submit(
    file: Annotated[Path, typer.Argument(help="A source, or a .zip archive with one.")],
    league: Annotated[
        str | None,
        typer.Option(metavar="LINK", help="Your team's link; ENRAYA_LEAGUE if not given."),
    ] = None,
    join: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Join first, with the join link, as a team of this name."
        ),
    ] = None,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Whether to show what becomes of it.")
    ] = True,
    lang: LangOption = None,
) -> None:
    """Send a new version of your team's agent to a league, and show what becomes of it.

    Example: enraya submit mine.lisp --league "https://league.example.org/team#…"

    The first time, with the link by which teams join: enraya submit mine.lisp --league
    "https://league.example.org/join#…" --join "Los Ñandúes"
    """
    from enraya.cli.submit import LeagueClient

    texts = chosen_texts(lang)
    link = league or os.environ.get("ENRAYA_LEAGUE", "")
    if not link:
        raise InvalidSetting("name your team's link with --league, or in ENRAYA_LEAGUE")
    client = LeagueClient(link)
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(file)!r}: {error.strerror}") from None
    if join is not None:
        print(texts("league.joined", link=client.join(join)), flush=True)
    with client:
        version = client.submit(file.name, content)
        print(texts("league.sent", number=version["number"], digest=version["digest"][:12]))
        shown = ""
        while wait and version["state"] in _WAITING:
            place = version["place"]
            state = texts(f"league.state.{version['state']}")
            line = state if place is None else texts("league.queued", state=state, place=place)
            if line != shown:
                print(line, flush=True)
                shown = line
            sleep(_PAUSE_SECONDS)
            version = client.version(version["number"])
    state = texts(f"league.state.{version['state'].replace(' ', '_')}")
    sentence, why = version["sentence"], version["reason"]
    with suppress(ValueError):  # no sentence, or one of a newer enraya
        why = texts.say(Sentence.from_object(sentence))
    said = "\n".join([state, *why.splitlines()])
    if version["state"] in ("rejected", "failed"):
        fail(said)
        raise typer.Exit(_DOES_NOT_PLAY)
    print(*(printable(line) for line in said.split("\n")), sep="\n")


_REFUSED, _BUSY = 400, (429, 502, 503, 504)


class LeagueClient:
    """A team's session at the server of its league.

    Args:
        link: the team's link; what is behind its # is the secret.

    Raises:
        InvalidSetting: when the text is no such link.
    """

    def __init__(self, link: str) -> None:
        parts = urlsplit(link.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
            raise InvalidSetting(
                "this is no link of a team: it looks like https://league.example.org/team#… , and "
                "what is behind the # belongs to it (in a shell, put it into quotes)"
            )
        self._parts, self._secret, self._cookie = parts, parts.fragment, ""

    def join(self, name: str) -> str:
        """Makes a team with the link by which teams join; returns the team's own link.

        Raises:
            InvalidSetting: when that is refused.
        """
        joined = self._ask("POST", "teams", {"secret": self._secret, "name": name}, attempts=1)
        path = str(joined["link"]["path"])
        self._secret = path.partition("#")[2]
        self._ask("DELETE", "session", attempts=1)
        return f"{self._parts.scheme}://{self._parts.netloc}/{path}"

    def __enter__(self) -> Self:
        found = self._ask("POST", "session", {"secret": self._secret})
        if found.get("team") is None:
            raise InvalidSetting("this is not a team's link")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(InvalidSetting):  # it ends by itself when the link does
            self._ask("DELETE", "session", attempts=1)

    def submit(self, file: str, content: bytes) -> dict[str, Any]:
        """Sends a version; when the answer is lost it is sent again, and counts once."""
        word = secrets.token_urlsafe(16)
        path = f"versions?file={quote(file, safe='')}&word={word}"
        return self._ask("POST", path, content)

    def version(self, number: int) -> dict[str, Any]:
        """What has become of a version."""
        return self._ask("GET", f"versions/{number}")

    def _ask(
        self, method: str, path: str, body: object = None, *, attempts: int = _ATTEMPTS
    ) -> dict[str, Any]:
        for attempt in range(attempts):
            if attempt:
                sleep(_RETRY_SECONDS)
            try:
                status, answer = self._once(method, path, body)
            except (OSError, http.client.HTTPException, ValueError):
                status, answer = 0, {"detail": f"{self._parts.netloc} does not answer"}
            if status and status not in _BUSY:
                break
        if not 0 < status < _REFUSED:
            raise InvalidSetting(str(answer.get("detail", f"the server answered {status}")))
        return answer

    def _once(self, method: str, path: str, body: object) -> tuple[int, dict[str, Any]]:
        parts = self._parts
        assert parts.hostname is not None
        connection = (
            http.client.HTTPSConnection(
                parts.hostname, parts.port, timeout=_SECONDS, context=ssl.create_default_context()
            )
            if parts.scheme == "https"
            else http.client.HTTPConnection(parts.hostname, parts.port, timeout=_SECONDS)
        )
        is_file = isinstance(body, bytes)
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/octet-stream" if is_file else "application/json"}
        if self._cookie:
            headers["Cookie"] = self._cookie
        try:
            connection.request(method, f"/api/league/{path}", data, headers)
            answer = connection.getresponse()
            cookie = answer.getheader("Set-Cookie")
            if cookie:
                self._cookie = cookie.partition(";")[0]
            found = json.loads(answer.read() or b"{}")
            return answer.status, found if isinstance(found, dict) else {}
        finally:
            connection.close()
