"""Tournaments over the network."""

import json
from typing import Any

import httpx
import pytest

from enraya.texts import texts_in
from enraya.web.laboratory.runs.runs import Run, State
from enraya.web.laboratory.runs.tournaments import shown_name
from tests.web.running import wait_for


def begin(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    settings = {"agents": ["random", "greedy"], "games": 4, "seconds": 0.05, **wanted}
    answer = client.post("/api/tournaments", json=settings)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def path_of(run: dict[str, Any]) -> str:
    return f"/api/tournaments/{run['id']}"


def test_a_tournament_is_played_ranked_reported_and_followed(client: httpx.Client) -> None:
    run = begin(client, agents=["random", "greedy", "level(4)"], seed=5)
    done = wait_for(client, path_of(run), "finished", "failed")
    assert (done["state"], done["games"], done["needed"]) == ("finished", 12, 12)
    assert {row["name"] for row in done["standings"]} == {"random", "greedy", "level(4)"}
    assert all(row["low"] <= row["elo"] <= row["high"] for row in done["standings"])
    games = client.get(f"/api/tournaments/{run['id']}/games").json()
    assert len(games) == 12
    opened = client.get("/api/position", params={"moves": games[0]["moves"]}).json()
    assert opened["over"]
    assert run["id"] in [known["id"] for known in client.get("/api/tournaments").json()]
    report = client.get(f"{path_of(run)}/report")
    assert "<h1>Tournament" in report.text
    assert report.headers["content-security-policy"].startswith("sandbox allow-scripts;")
    with client.stream("GET", f"{path_of(run)}/events") as answer:
        line = next(line for line in answer.iter_lines() if line.startswith("data: "))
    assert json.loads(line.removeprefix("data: "))["state"] == "finished"


def test_a_tournament_says_its_reserve(client: httpx.Client) -> None:
    assert begin(client, seed=11)["reserve"] == 1.0
    assert begin(client, seed=12, reserve=0.5)["reserve"] == 0.5


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
