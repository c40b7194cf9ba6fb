"""`enraya league new`: a league in a folder of its own."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.progress import progress_bar
from enraya.cli.league.folders import FolderOption, folder_name
from enraya.league.model.settings import LANGUAGE_NAMES, LeagueSettings

_DEFAULTS = LeagueSettings("")


def new(
    name: Annotated[str, typer.Argument(help="What the league is called.")],
    rules: Annotated[str, typer.Option(help="The rule set, such as classic or boom.")] = "classic",
    seconds: Annotated[float | None, typer.Option(help="What a move may take.")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="A limit on nodes instead, for the built-in searches.")
    ] = None,
    deadline: Annotated[
        str, typer.Option(help="When submissions become late, such as 2026-12-18T23:59.")
    ] = "",
    zone: Annotated[
        str, typer.Option(help="Whose clocks the deadline means, such as Europe/Madrid.")
    ] = "UTC",
    baseline: Annotated[
        list[str] | None,
        typer.Option(help="An agent that everybody plays against; can be repeated."),
    ] = None,
    languages: Annotated[
        str,
        typer.Option(help=f"What agents may be written in, of {', '.join(LANGUAGE_NAMES)}."),
    ] = ",".join(LANGUAGE_NAMES),
    memory: Annotated[int, typer.Option(help="Megabytes for each agent.")] = _DEFAULTS.memory_mb,
    quota: Annotated[int, typer.Option(help="Submissions of a team in a day.")] = _DEFAULTS.quota,
    folder: FolderOption = None,
) -> None:
    """Make a league: one assignment of one class.

    Example: enraya league new "IA 2026" --seconds 1 --baseline random --baseline "level(3)"
    """
    from enraya.league.store.store import LeagueStore

    limited = seconds is not None or nodes is not None
    settings = LeagueSettings(
        name=name,
        rules=rules,
        seconds=seconds if limited else _DEFAULTS.seconds,
        nodes=nodes,
        deadline=deadline,
        zone=zone,
        baselines=tuple(baseline or _DEFAULTS.baselines),
        languages=tuple(one.strip() for one in languages.split(",") if one.strip()),
        memory_mb=memory,
        quota=quota,
    )
    place = folder or Path(folder_name(name))
    with progress_bar("finding openings", settings.openings) as advance:
        LeagueStore.create(place, settings, on_opening=lambda: advance(1)).close()
    print(f"{place}: the league {name!r}; serve it with: enraya league serve")
