"""Grades, settings, links, backups and exports over the network."""

import io
import zipfile
from pathlib import Path

from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import enter_agent
from tests.web.league.running import Links, person, visitors

OPERATOR = "/api/league/operator"
GRADING = {"elo1": 150.0, "pairs": 5, "moves": 20, "bands": [[0.0, 2], [0.9, 1]]}


def played(folder: Path) -> tuple[Links, list[str]]:
    """A league of two teams in which some games were played, and the secrets of their links."""
    links = Links(folder, grading=GRADING, seconds=None, nodes=200, baselines=("random",))
    with LeagueStore(folder) as store:
        teams = [enter_agent(store, name, "level(2)") for name in ("Ada", "Bo")]
        Worker(store, engine="serial").run(until=lambda: store.arena.count(1) >= 8)
        with store.database.transaction():
            return links, [store.access.new_link("team", team) for team in teams]


def test_a_team_sees_its_own_grade_the_evidence_and_what_is_missing(tmp_path: Path) -> None:
    links, secrets = played(tmp_path / "ia")
    with visitors(links, secrets[1], "") as (team, nobody):
        grade = team.get("/api/league/team/grade").json()
        assert (grade["name"], grade["version"], grade["most"]) == ("Bo", 1, 3.0)
        beaten, moves = grade["items"]
        assert beaten["kind"] == "baseline"
        assert beaten["words"].startswith("random: ")
        assert beaten["games"]
        assert sum(beaten["evidence"]["pairs"]) == len(beaten["games"]) // 2
        assert moves["missing"]
        spanish = team.get("/api/league/team/grade", params={"lang": "es"}).json()
        assert spanish["items"][1]["missing"] != moves["missing"]
        numbers = [game["id"] for game in team.get("/api/league/games?mine=true").json()]
        assert set(beaten["games"]) <= set(numbers)
        assert nobody.get("/api/league/games?mine=true").json() == []


def test_the_operator_sees_all_grades_and_a_preview_of_a_change(tmp_path: Path) -> None:
    links, _ = played(tmp_path / "ia")
    with visitors(links, links.operator) as (operator,):
        grades = operator.get(f"{OPERATOR}/grades").json()
        assert [grade["name"] for grade in grades] == ["Ada", "Bo"]
        assert "Ada" in operator.get(f"{OPERATOR}/grades.csv").text
        before = operator.get(f"{OPERATOR}/settings").json()
        assert before["grading"]["alpha"] == 0.05  # what nobody decided is there too
        wanted = {"grading": before["grading"] | {"scale": 10.0}}
        shown = operator.post(f"{OPERATOR}/settings/preview", json={"settings": wanted}).json()
        assert [one["name"] for one in shown] == ["Ada", "Bo"]
        assert all(one["after"] == 10 * one["before"] / 3 for one in shown)
        assert operator.get(f"{OPERATOR}/settings").json() == before
        change = {"settings": wanted, "reason": "as agreed"}
        assert operator.patch(f"{OPERATOR}/settings", json=change).is_success
        changed = [one["grade"] for one in operator.get(f"{OPERATOR}/grades").json()]
        assert changed == [one["after"] for one in shown]
        for wrong in ({"rules": "boom"}, {"quota": "many"}, {"colour": 1}):
            answer = operator.post(f"{OPERATOR}/settings/preview", json={"settings": wrong})
            assert answer.status_code == 422
        lines = operator.get("/api/league/rules", params={"lang": "ca"}).json()["lines"]
        assert any("10" in line for line in lines)


def test_links_are_listed_without_secrets_made_and_revoked(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    secret = links.team("A")
    reason = {"reason": "lost"}
    with visitors(links, links.operator, secret) as (operator, team):
        found = operator.get(f"{OPERATOR}/links")
        assert [one["kind"] for one in found.json()] == ["join", "operator", "team"]
        assert found.json()[2]["sessions"] == 1
        assert secret not in found.text
        assert team.get("/api/league/team").is_success
        left = operator.post(f"{OPERATOR}/teams/1/link/revoke", json=reason).json()
        assert [one["kind"] for one in left] == ["join", "operator"]
        assert team.get("/api/league/team").status_code == 401
        for action in ("link", "link/revoke"):
            missing = operator.post(f"{OPERATOR}/teams/2/{action}", json=reason)
            assert missing.status_code == 404
        assert operator.post(f"{OPERATOR}/teams/1/remove", json=reason).is_success
        refused = operator.post(f"{OPERATOR}/teams/1/link", json=reason)
        assert (refused.status_code, refused.json()["reason"]) == (422, "league.is_removed")
        assert operator.post(f"{OPERATOR}/teams/1/return", json=reason).is_success
        assert operator.post(f"{OPERATOR}/teams/1/link", json=reason).is_success
        left = operator.post(f"{OPERATOR}/join-link/revoke", json=reason).json()
        assert [one["kind"] for one in left] == ["operator", "team"]
        new = operator.post(f"{OPERATOR}/link", json=reason).json()["path"]
        assert operator.get(OPERATOR).status_code == 401
        with person(str(operator.base_url), new.partition("#")[2]) as again:
            actions = [one["action"] for one in again.get(f"{OPERATOR}/log").json()]
            assert actions[:3] == ["operator link", "revoke join link", "team link"]
            assert "revoke team link" in actions


def test_the_operator_gets_a_backup_an_export_and_similar_sources(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with LeagueStore(links.folder) as store:
        enter_agent(store, "Ada", "random")
        enter_agent(store, "Bo", "random")
    with visitors(links, links.operator) as (operator,):
        backup = operator.get(f"{OPERATOR}/backup")
        assert backup.headers["content-disposition"] == "attachment"
        with zipfile.ZipFile(io.BytesIO(backup.content)) as archive:
            assert "league.sqlite" in archive.namelist()
        assert b"Ada" not in operator.get(f"{OPERATOR}/export").content
        same = operator.get(f"{OPERATOR}/similar", params={"identical": "true"})
        assert same.json() == []
    assert sorted(path.name for path in links.folder.iterdir()) == ["league.sqlite", "submissions"]


def test_the_stream_reports_the_queue_the_games_and_the_events(tmp_path: Path) -> None:
    links, _ = played(tmp_path / "ia")
    with (
        visitors(links, "") as (nobody,),
        nobody.stream("GET", "/api/league/live") as answer,
    ):
        line = next(line for line in answer.iter_lines() if '"played"' in line)
        assert '"waiting": []' in line
        assert '"events": {}' in line
        assert '"first": "Ada"' in line
