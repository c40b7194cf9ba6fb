"""Evolutions over the network."""

from pathlib import Path

import httpx
import pytest

from tests.web.running import begin, laboratory_client, wait_for, wait_until


def test_an_evolution_can_be_repeated_and_its_best_is_an_opponent(client: httpx.Client) -> None:
    settings = {
        "population": 9, "generations": 8, "keep": 70.0, "mutation": 0.5, "shrinking": True,
    }  # fmt: skip
    first = client.post("/api/evolutions", json=settings).json()
    assert {name: first[name] for name in ("keep", "mutation", "shrinking")} == {
        name: settings[name] for name in ("keep", "mutation", "shrinking")
    }
    other = client.post("/api/evolutions", json=settings).json()
    assert first["seed"] != other["seed"]
    again = client.post("/api/evolutions", json={**settings, "seed": first["seed"]}).json()
    done, repeated = (
        wait_for(client, f"/api/evolutions/{run['id']}", "finished", "failed")
        for run in (first, again)
    )
    assert done["state"] == "finished"
    assert len(done["generations"]) == 4  # 9, 6, 4 and 2 agents
    assert repeated["generations"] == done["generations"]
    for generation in done["generations"]:  # shares of games
        assert 0 <= generation["mean"] <= generation["best"] <= 1
    agent = done["generations"][-1]["agent"]
    assert client.post("/api/games", json={"second": agent}).status_code == 201


@pytest.mark.slow
def test_an_evolution_is_stopped_remembered_after_a_restart_and_resumed(tmp_path: Path) -> None:
    with laboratory_client(tmp_path) as client:
        path = begin(client, "/api/evolutions", population=100, generations=200)
        wait_until(client, path, lambda run: len(run["generations"]) > 2)
        client.post(f"{path}/stop")
    with laboratory_client(tmp_path) as client:
        found = client.get(path).json()
        assert found["state"] == "stopped"
        assert 2 < len(found["generations"]) < 200
        client.post(f"{path}/resume")
        assert len(wait_for(client, path, "finished", "failed")["generations"]) == 200
