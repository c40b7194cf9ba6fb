"""Events over the network: planned, begun, published and reported, with their rights."""

from pathlib import Path

from enraya.league.store.events import events
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from enraya.texts import Sentence, texts_in
from tests.league.making import enter_agent
from tests.web.league.running import Links, visitors

PATH = "/api/league/events"
OPERATOR = "/api/league/operator/events"


def play_events(folder: Path) -> None:
    with LeagueStore(folder) as store:
        Worker(store, engine="serial").run(
            until=lambda: all(event.state != "running" for event in events(store))
        )


def test_an_event_is_planned_begun_played_and_published_by_the_operator(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia", seconds=None, nodes=500)
    with LeagueStore(links.folder) as store:
        for name in ("A", "B"):
            enter_agent(store, name, "random")
    with visitors(links, "", links.operator, links.new("team", 2)) as (nobody, operator, team):
        wanted = {"name": "Final", "starts": "2999-01-01T12:00", "seed": 7}
        planned = operator.post(OPERATOR, json=wanted)
        assert planned.status_code == 201
        assert planned.json()["state"] == "planned"
        assert (planned.json()["seed"], planned.json()["places"]) == (7, None)
        assert operator.get(f"{PATH}/1/report").status_code == 404
        assert nobody.get(PATH).json()[0]["seed"] is None
        begun = operator.post(f"{OPERATOR}/1/start")
        assert (begun.json()["state"], begun.json()["players"]) == ("running", 2)
        play_events(links.folder)
        shown = nobody.get(f"{PATH}/1").json()
        assert (shown["state"], shown["played"], shown["places"]) == ("played", 2, None)
        unpublished = nobody.get(f"{PATH}/1/report")
        assert unpublished.status_code == 404
        assert "not published yet" in unpublished.json()["detail"]
        assert operator.get(f"{PATH}/1/report").is_success
        published = operator.post(f"{OPERATOR}/1/publish", json={"reason": "before\nChristmas"})
        assert published.json()["state"] == "published"
        log = operator.get("/api/league/operator/log").json()
        assert [(one["who"], one["action"], one["reason"]) for one in log[:2]] == [
            ("operator", "publish event", "before Christmas"), ("operator", "start event", ""),
        ]  # fmt: skip
        shown = nobody.get(f"{PATH}/1").json()
        assert sorted(one["name"] for one in shown["places"]) == ["A", "B"]
        places = team.get(f"{PATH}/1").json()["places"]
        assert [one["name"] for one in places if one["is_mine"]] == ["B"]
        report = nobody.get(f"{PATH}/1/report", params={"lang": "es"})
        assert report.headers["content-type"].startswith("text/html")
        assert "sandbox" in report.headers["content-security-policy"]
        assert nobody.get(f"{PATH}/2").status_code == 404


def test_the_operator_settles_the_versions_before_an_event_begins(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with LeagueStore(links.folder) as store:
        for name in ("A", "B"):
            enter_agent(store, name, "random")
    with visitors(links, links.operator) as (operator,):
        operator.post(OPERATOR, json={"name": "Final", "starts": "2999-01-01T12:00"})
        frozen = operator.post(f"{OPERATOR}/1/freeze").json()
        assert (frozen["state"], frozen["players"]) == ("frozen", 2)
        assert frozen["freezes"] < frozen["starts"]
        with LeagueStore(links.folder) as store:
            enter_agent(store, "Late", "random")
        refused = operator.post(f"{OPERATOR}/1/freeze").json()
        assert refused["detail"] == "event 'Final' (versions settled) cannot be frozen"
        values = {name: refused["values"][name] for name in ("name", "state")}
        sentence = Sentence.from_object({"key": refused["reason"], "values": values})
        in_spanish = texts_in("es").say(sentence)
        assert in_spanish == "el evento 'Final' (versiones cerradas) no se puede cerrar"
        assert operator.post(f"{OPERATOR}/1/start").json()["players"] == 2


def test_an_impossible_event_is_refused_with_the_reason(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with visitors(links, links.operator) as (operator,):
        for wrong in ({"kind": "cup"}, {"starts": "tomorrow"}, {"games": 0}):
            answer = operator.post(OPERATOR, json={"name": "Final"} | wrong)
            assert answer.status_code == 422
            assert answer.json()["detail"]
        operator.post(OPERATOR, json={"name": "Final", "starts": "2999-01-01T12:00"})
        for action in ("freeze", "start"):
            refused = operator.post(f"{OPERATOR}/1/{action}").json()["detail"]
            assert "players at its freeze: 0" in refused
        with LeagueStore(links.folder) as store:
            store.database.write("UPDATE events SET starts = 1")
            Worker(store, engine="serial").run(until=lambda: events(store)[0].state == "cancelled")
        cancelled = operator.get(f"{PATH}/1").json()
        assert "an event takes at least two" in cancelled["reason"]
        assert cancelled["sentence"] == {"key": "league.event_too_few", "values": {"players": 0}}
