"""`enraya league status`: how a league does."""

import json
from typing import Any

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.folders import FolderOption, open_league
from enraya.cli.league.ranking import ranking_table
from enraya.printable import printable


def status(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """Show how a league does: its teams, its queue, its ranking.

    Example: enraya league status
    """
    from enraya.league.rank.ranking import ranking_rows
    from enraya.league.rank.results import read_results
    from enraya.league.store.schema import LADDER
    from enraya.league.work.process import is_working

    with open_league(folder) as store:
        settings = store.settings
        rows = ranking_rows(store, read_results(store))
        states = [version.state.value for version in store.versions.all()]
        found: dict[str, Any] = {
            "name": settings.name,
            "folder": str(store.folder),
            "is_working": is_working(store.folder),
            "teams": sum(team.is_playing for team in store.teams.all()),
            "versions": {state: states.count(state) for state in dict.fromkeys(states)},
            "queue": len(store.versions.queue()),
            "games": store.arena.count(LADDER),
            "deadline": settings.deadline,
            "zone": settings.zone,
            "ranking": rows,
        }
        if as_json:
            print(json.dumps(found))
            return
        work = "running" if found["is_working"] else "not running; start it with league serve"
        print(f"{printable(settings.name)}: {found['teams']} teams, {found['games']} games, "
              f"{found['queue']} submissions waiting; the worker is {work}")  # fmt: skip
        if settings.deadline:
            print(f"Deadline: {settings.deadline} ({settings.zone})")
        terminal().print(ranking_table(store, rows))
