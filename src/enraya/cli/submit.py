"""`enraya submit`: a team's new version, from the terminal."""

import os
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Annotated

import typer

from enraya.cli.common.language import LangOption, chosen_texts
from enraya.cli.common.messages import fail
from enraya.errors import InvalidSetting
from enraya.printable import printable
from enraya.texts import Sentence

_PAUSE_SECONDS = 0.5
_WAITING = ("received", "checked", "compiled")
_REFUSED = 1
"""The exit code when the version does not play."""


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
    from enraya.cli.common.league_client import LeagueClient

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
        raise typer.Exit(_REFUSED)
    print(*(printable(line) for line in said.split("\n")), sep="\n")
