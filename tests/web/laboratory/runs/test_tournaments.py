"""Tournaments over the network."""

import json

import httpx
import pytest

from enraya.texts import texts_in
from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.laboratory.runs.tournaments import shown_name
from tests.web.running import begin, wait_for

PATH = "/api/tournaments"


def test_a_tournament_is_played_ranked_reported_and_followed(client: httpx.Client) -> None:
    agents = ["random", "greedy", "level(4)"]
    run = begin(client, PATH, agents=agents, games=4, seconds=0.05, seed=5)
    done = wait_for(client, run, "finished", "failed")
    assert (done["state"], done["games"], done["needed"]) == ("finished", 12, 12)
    assert {row["name"] for row in done["standings"]} == {"random", "greedy", "level(4)"}
    assert all(row["low"] <= row["elo"] <= row["high"] for row in done["standings"])
    games = client.get(f"{run}/games").json()
    assert len(games) == 12
    opened = client.get("/api/position", params={"moves": games[0]["moves"]}).json()
    assert opened["over"]
    assert done["id"] in [known["id"] for known in client.get(PATH).json()]
    report = client.get(f"{run}/report")
    assert "<h1>Tournament" in report.text
    assert report.headers["content-security-policy"].startswith("sandbox allow-scripts;")
    with client.stream("GET", f"{run}/events") as answer:
        line = next(line for line in answer.iter_lines() if line.startswith("data: "))
    assert json.loads(line.removeprefix("data: "))["state"] == "finished"


def test_a_tournament_shows_its_reserve(client: httpx.Client) -> None:
    for wanted, reserve in (({}, 1.0), ({"reserve": 0.5}, 0.5)):
        run = begin(client, PATH, agents=["random", "greedy"], games=1, **wanted)
        assert client.get(run).json()["reserve"] == reserve


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("level(3)", "Nivel 3"),
        ("level(3) #2", "Nivel 3 #2"),
        ("perfect", "Jugador perfecto"),
        ("random #3", "Al azar #3"),
        ("alphabeta(depth=5)", "alphabeta(depth=5)"),
        ("My agent", "My agent"),
        ("learned(run-7)", "Aprendido aquí, n.º 1: N-tuplas"),
        ("learned(run-7, depth=4)", "Aprendido aquí, n.º 1: N-tuplas, profundidad 4"),
        ("learned(run-8)", "learned(run-8)"),
    ],
)
def test_a_report_names_agents_as_the_page_does(agent: str, name: str) -> None:
    run = Run(7, "learning", {"model": "ntuple"}, State.FINISHED, "", 0.0, number=1)
    assert shown_name(agent, {run.id: run}, texts_in("es")) == name
