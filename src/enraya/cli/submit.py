"""`enraya submit`: a team's new version, sent to the server of its league from the terminal."""

import os
import secrets
import ssl
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Annotated, Any, Self

import httpx
import typer

from enraya.cli.common.messages import fail
from enraya.cli.common.options import LangOption, chosen_texts
from enraya.errors import InvalidSetting
from enraya.printable import printable
from enraya.texts import Sentence

_PAUSE_SECONDS = 0.5
_WAITING = ("received", "checked", "compiled")
_SECONDS = 60.0
_ATTEMPTS = 5
_RETRY_SECONDS = 1.0


def submit(
    file: Annotated[Path, typer.Argument(help="A source file, or a .zip archive with one.")],
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

    The exit code is 1 when the version does not play.

    Example: enraya submit mine.lisp --league "https://league.example.org/team#…"

    The first time, with the link by which teams join: enraya submit mine.lisp --league
    "https://league.example.org/join#…" --join "Los Ñandúes"
    """
    texts = chosen_texts(lang)
    link = league or os.environ.get("ENRAYA_LEAGUE", "")
    if not link:
        raise InvalidSetting("give your team's link with --league or in ENRAYA_LEAGUE")
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
        raise typer.Exit(1)
    print(*(printable(line) for line in said.split("\n")), sep="\n")


_BUSY = (429, 502, 503, 504)


class LeagueClient:
    """A team's session at the server of its league.

    Args:
        link: the team's link; the part after its # is the secret.

    Raises:
        InvalidSetting: when the text is not a team's link.
    """

    def __init__(self, link: str) -> None:
        try:
            url = httpx.URL(link.strip())
        except httpx.InvalidURL:
            url = httpx.URL()
        if url.scheme not in ("http", "https") or not url.host or not url.fragment:
            raise InvalidSetting(
                "this is not a team's link, which looks like https://league.example.org/team#… ; "
                "the part after the # belongs to it (in a shell, put the link in quotes)"
            )
        self._secret = url.fragment
        self._host = url.netloc.decode()
        self._address = f"{url.scheme}://{self._host}"
        certificates = (
            ssl.create_default_context()
        )  # the system's, to which a school may have added its own
        self._client = httpx.Client(
            base_url=f"{self._address}/api/league/", timeout=_SECONDS, verify=certificates
        )

    def join(self, name: str) -> str:
        """Joins the league as a new team, with the join link; returns the team's own link.

        Raises:
            InvalidSetting: when the server refuses.
        """
        new = {"secret": self._secret, "name": name}
        path = str(self._ask("POST", "teams", attempts=1, json=new)["link"]["path"])
        self._secret = path.partition("#")[2]
        self._ask("DELETE", "session", attempts=1)
        return f"{self._address}/{path}"

    def __enter__(self) -> Self:
        try:
            found = self._ask("POST", "session", json={"secret": self._secret})
        except InvalidSetting:
            self._client.close()
            raise
        if found.get("team") is None:
            self._client.close()
            raise InvalidSetting("this is not a team's link")
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(InvalidSetting):  # it ends by itself when the link does
            self._ask("DELETE", "session", attempts=1)
        self._client.close()

    def submit(self, file: str, content: bytes) -> dict[str, Any]:
        """Sends a version; if no answer comes, it is sent again, and still counts once."""
        named = {"file": file, "word": secrets.token_urlsafe(16)}
        headers = {"Content-Type": "application/octet-stream"}
        return self._ask("POST", "versions", params=named, content=content, headers=headers)

    def version(self, number: int) -> dict[str, Any]:
        """What has become of a version."""
        return self._ask("GET", f"versions/{number}")

    def _ask(
        self, method: str, path: str, *, attempts: int = _ATTEMPTS, **request: Any
    ) -> dict[str, Any]:
        for attempt in range(attempts):
            if attempt:
                sleep(_RETRY_SECONDS)
            try:
                answer = self._client.request(method, path, **request)
                content = answer.json() if answer.content else {}
            except (httpx.TransportError, ValueError):
                refusal = f"{self._host} does not answer"
                continue
            found = content if isinstance(content, dict) else {}
            if not answer.is_error:
                return found
            refusal = str(found.get("detail", f"the server answered {answer.status_code}"))
            if answer.status_code not in _BUSY:
                break
        raise InvalidSetting(refusal)
