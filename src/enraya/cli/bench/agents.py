"""`enraya bench agents`: how well every agent plays."""

import platform
import shlex
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from enraya.bench.agents import (
    AGENTS,
    HEADINGS,
    AgentStrength,
    Effort,
    cells,
    markdown_page,
    measure_agents,
)
from enraya.cli.bench import AgentsOption
from enraya.cli.common.messages import check_folder, interruptible
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import done_bar
from enraya.cli.common.tables import show, table_of
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.platform import cores, load

_EFFORT = Effort()


def agents(
    folder: Annotated[
        Path,
        typer.Option(help="Folder for games and judged moves, from which the command resumes."),
    ],
    agents: AgentsOption = None,
    seconds: Annotated[
        float, typer.Option(min=0.001, help="Seconds for each move.")
    ] = _EFFORT.seconds,
    rounds: Annotated[
        int,
        typer.Option(min=1, max=1000, help="Rounds of the tournament; every agent plays in each."),
    ] = _EFFORT.rounds,
    games: Annotated[
        int, typer.Option(min=2, max=1000, help="Games each time two agents meet.")
    ] = _EFFORT.games,
    count: Annotated[
        int, typer.Option(min=1, help="Positions of each of the six sets.")
    ] = _EFFORT.positions,
    out: Annotated[
        Path | None, typer.Option(help="Also write the table to this file, as Markdown.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how well every agent plays: its rating, mistakes and speed, in one table.

    Everything runs on one core; the default takes some minutes. The same command resumes.

    Example: enraya bench agents --folder strength --agent greedy --agent random --games 2
    """
    check_folder(out)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"cannot use {str(folder)!r}: {error.strerror}") from None
    effort = Effort(seconds, rounds, games, count)
    with (
        interruptible(repr(str(folder))),
        done_bar("games") as on_games,
        done_bar("judging moves") as on_moves,
    ):
        rows = measure_agents(
            agents or AGENTS, effort, folder, on_games=on_games, on_moves=on_moves
        )
    if out:
        write_text(out, _page(rows, effort, agents))
    answer = [asdict(row) for row in rows]
    show(answer, lambda: table_of(HEADINGS, map(cells, rows)), as_json=as_json)


def _page(rows: list[AgentStrength], effort: Effort, agents: list[str] | None) -> str:
    """The table as a page that says when and how it was made."""
    words = ["enraya", "bench", "agents", "--folder", "FOLDER"]
    for agent in agents or ():
        words += ["--agent", shlex.quote(agent)]
    given = {"seconds": effort.seconds, "rounds": effort.rounds, "games": effort.games}
    for name, value in {**given, "count": effort.positions}.items():
        words += [f"--{name}", f"{value:g}"]
    busy = load()  # times depend on it; None where the system does not tell
    with_load = "" if busy is None else f" with a load of {busy:.1f}"
    machine = f"{cores()} cores{with_load}, Python {platform.python_version()}"
    today = datetime.now(UTC).date().isoformat()
    return markdown_page(rows, effort, date=today, command=" ".join(words), machine=machine)
