"""What is in the archive of a league, for programs that read it."""

import csv
import io
import json
import zipfile
from pathlib import Path
from time import time

from enraya.league.model.event_plan import EventPlan
from enraya.league.rank.export import export_league
from enraya.league.work.event_calendar import plan_event, start_event
from tests.league.making import add_pair, add_version, enter_agent, make_league


def test_an_archive_has_players_games_and_the_events_that_have_begun(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        one, other = enter_agent(store, "Ada", "random"), enter_agent(store, "Bo", "random")
        add_version(store, one, "level(1)")
        store.database.write("UPDATE versions SET is_late = 1 WHERE team = ?", other)
        add_pair(store, 0, 3, 4, (1, 0))
        plan_event(store, "Later", EventPlan(), 10**10)
        start_event(store, plan_event(store, "Now", EventPlan(), 10**10), time())
        with zipfile.ZipFile(io.BytesIO(export_league(store))) as archive:
            files = {name: archive.read(name).decode() for name in archive.namelist()}
    tables = {
        name: list(csv.DictReader(io.StringIO(text)))
        for name, text in files.items()
        if name.endswith(".csv")
    }
    assert set(tables) == {"players.csv", "ladder.csv", "ratings.csv", "event-2.csv"}
    assert [tuple(row.values()) for row in tables["players.csv"]] == [
        ("0", "random", "", "", "", "1", "0"),
        ("1", "level(1)", "", "", "", "1", "0"),
        ("2", "team 1 v1", "1", "1", "", "0", "0"),
        ("3", "team 2 v1", "2", "1", "", "1", "1"),
        ("4", "team 1 v2", "1", "2", "2", "1", "0"),
    ]
    assert [(row["first"], row["second"], row["pair"]) for row in tables["ladder.csv"]] == [
        ("0", "3", "4"), ("3", "0", "4"),
    ]  # fmt: skip
    assert tables["event-2.csv"] == []
    league = json.loads(files["league.json"])
    begun = {event["name"]: [one["team"] for one in event["places"]] for event in league["events"]}
    assert begun == {"Later": [], "Now": [one, other]}
