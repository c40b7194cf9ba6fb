"""Learning over the network."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from enraya.models import load_model
from enraya.web.laboratory.runs.trainer import Progress
from tests.web.running import begin, laboratory_client, wait_for, wait_until


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a laboratory in which nothing else runs."""
    return tmp_path_factory.mktemp("learning")


@pytest.fixture(scope="module")
def pupil(store: Path) -> Iterator[httpx.Client]:
    """A client of that laboratory."""
    with laboratory_client(store) as client:
        yield client


def test_learning_from_self_play_makes_an_opponent(pupil: httpx.Client) -> None:
    run = begin(pupil, "/api/learnings", games=1000, seed=1)
    assert pupil.get(run).json()["agent"] is None
    done = wait_for(pupil, run, "finished", "failed")
    assert (done["state"], done["done"], done["needed"]) == ("finished", 1000, 1000)
    assert [point["done"] for point in done["curve"]] == list(range(5, 1001, 5))
    assert set(done["curve"][0]["measures"]) == {"error", "first_wins", "draws", "strength"}
    played = [point["done"] for point in done["curve"] if "strength" in point["measures"]]
    assert played == [5, 1000]
    assert (done["level"], done["level_games"]) == (5, 40)
    assert done["commands"] == ["enraya train ntuple --games 1000 --seed 1 --out ntuple.npz"]
    agent = done["agent"]
    for player in (agent, f"alphabeta(depth=2, eval={agent})", agent.replace(")", ", depth=4)")):
        game = begin(pupil, "/api/games", first=player, second="human")
        reply = pupil.post(f"{game}/reply")
        assert len(reply.json()["position"]["moves"]) == 1


@pytest.mark.slow
def test_stopped_learning_resumes_where_it_was(pupil: httpx.Client) -> None:
    run = begin(pupil, "/api/learnings", games=200_000, seed=2)
    wait_until(pupil, run, lambda found: len(found["curve"]) > 1)
    assert pupil.post(f"{run}/stop").json()["state"] == "stopped"
    after = begin(pupil, "/api/learnings", games=1000)  # runs only when the other has really ended
    wait_for(pupil, after, "finished", "failed")
    stopped = pupil.get(run).json()
    assert 0 < stopped["done"] < 200_000
    assert stopped["agent"] is None
    pupil.post(f"{run}/resume")
    gone_on = wait_until(pupil, run, lambda found: found["done"] > stopped["done"])
    points = [point["done"] for point in gone_on["curve"]]
    assert points == list(range(1000, gone_on["done"] + 1, 1000))
    pupil.post(f"{run}/stop")


@pytest.mark.slow
@pytest.mark.parametrize(
    "model", ["poly", "logistic", "boosting", "logistic-paper", "forest-paper"]
)
def test_learning_from_solved_positions_makes_an_opponent(
    pupil: httpx.Client, model: str, store: Path
) -> None:
    run = begin(pupil, "/api/learnings", model=model, positions=100, seed=3)
    done = wait_for(pupil, run, "finished", "failed")
    assert (done["state"], done["phase"], done["message"]) == ("finished", "learning", "")
    assert set(done["curve"][0]["measures"]) == {"error", "r2", "sign", "strength"}
    assert done["curve"][-1]["done"] == done["needed"]
    file = load_model(store / "runs" / f"learning-{done['id']}.npz")
    kind = model.removesuffix("-paper")
    assert [file.header.kind, file.header.command] == [kind, "; ".join(done["commands"])]
    game = begin(pupil, "/api/games", first=done["agent"], second="human")
    reply = pupil.post(f"{game}/reply").json()
    assert len(reply["position"]["moves"]) == 1
    assert list((store / "runs").glob(f"learning-{done['id']}.*.part")) == []


@pytest.mark.slow
def test_a_learned_model_plays_in_the_arena_and_is_removed_with_its_run(
    pupil: httpx.Client, store: Path
) -> None:
    run = begin(pupil, "/api/learnings", games=1000, seed=5)
    agent = wait_for(pupil, run, "finished", "failed")["agent"]
    tournament = begin(pupil, "/api/tournaments", agents=[agent, "random"], games=2, seed=4)
    played = wait_for(pupil, tournament, "finished", "failed")
    assert (played["state"], played["games"]) == ("finished", 2)
    assert agent in [row["name"] for row in played["standings"]]
    number = run.rpartition("/")[2]
    assert list((store / "runs").glob(f"learning-{number}.*"))
    assert pupil.delete(run).status_code == 204
    assert list((store / "runs").glob(f"learning-{number}.*")) == []
    assert pupil.get(run).status_code == 404
    assert pupil.post("/api/games", json={"second": agent}).status_code == 422
    assert begin(pupil, "/api/learnings", games=1000, seed=6) != run


def test_a_store_whose_path_cannot_be_in_a_specification_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a, b"
    with laboratory_client(folder) as client:
        answer = client.post("/api/learnings", json={})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_setting")


def test_reaching_a_point_again_replaces_the_curve_from_there() -> None:
    progress = Progress()
    for done in (10, 20, 30):
        progress.reach("playing", done, 30)
        progress.add({"error": float(done)})
    progress.reach("playing", 20, 30)
    progress.add({"error": 0.5})
    assert progress.curve == [(10, {"error": 10.0}), (20, {"error": 0.5})]
