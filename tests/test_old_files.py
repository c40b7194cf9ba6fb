"""Files of version 0.2.0 still open with the same content.

The files are in `version_0_2_0`; its README tells which command made each. `expected.json` holds
what 0.2.0 answered. Everything goes through the command line or the network, as it does for users.
"""

import csv
import gzip
import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from enraya import Position
from enraya.agents.registry import parse_agent
from enraya.rules.classic import classic
from tests.cli.running import answer, printed
from tests.web.running import laboratory_client, wait_for

FOLDER = Path(__file__).parent / "version_0_2_0"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
STORE = ("--store", "games.sqlite")
FAST = ("--engine", "serial")
TOURNAMENTS = {number: len(games) for number, games in EXPECTED["games"].items()}
FINISHED, FAULTY, EXPORTED = "1", "4", "5"
"""Numbers of a finished tournament, of one with a fault, and of the one that was exported."""
SMALL_BOARDS = ("learned(ntuple.npz)",)
CLOSE = 1e-6
TUNING = (
    "evolve weights --heuristic rivest --depth 1 --generations 6 --candidates 4 --pairs 10 "
    "--finalists 2 --opening-plies 4 --test-pairs 100 --seed 1 --engine serial"
)
SAMPLING = "dataset --positions 400 --seed 5 --sampler paper --format csv --engine serial"
LABORATORY: dict[str, Any] = EXPECTED["laboratory"]


def copy_to(folder: Path) -> None:
    """Copies the old files and unpacks what is packed."""
    shutil.copytree(FOLDER, folder)
    for packed in folder.rglob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the old files, in which the commands run."""
    folder = tmp_path / "old"
    copy_to(folder)
    monkeypatch.chdir(folder)
    return folder


def same(new: Any, before: Any) -> bool:
    """Whether all that was there before is there now; new facts may have been added."""
    if isinstance(before, dict):
        return all(key in new and same(new[key], value) for key, value in before.items())
    if isinstance(before, list):
        return len(new) == len(before) and all(map(same, new, before))
    if isinstance(before, float):
        return bool(new == pytest.approx(before, rel=CLOSE, abs=CLOSE))
    return bool(new == before)


def games_of(number: str, store: str = "games.sqlite") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer("games", "list", number, "--store", store)["games"]
    return found


def measures_of(model: str) -> dict[str, Any]:
    (found,) = answer("evaluate", model, "--data", "data.parquet", "--depths", "0")["predictions"]
    return {"kind": found["kind"], **found["measures"]}


def test_every_tournament_has_its_games_its_table_and_its_report(old: Path) -> None:
    assert same(answer("games", "list", *STORE), EXPECTED["tournaments"])
    for number, count in TOURNAMENTS.items():
        assert same(games_of(number), EXPECTED["games"][number])
        table = answer("games", "table", number, *STORE)
        assert same(table["agents"], EXPECTED["tables"][number])
        assert table["games"] == count
        found = answer("report", number, "--out", "page.html", "--csv", "ranking.csv", *STORE)
        assert found["games"] == count
        assert "<h1>" in (old / "page.html").read_text()
        ranking = (old / "ranking.csv").read_text()
        assert len(ranking.splitlines()) == 1 + len(EXPECTED["tables"][number])


@pytest.mark.usefixtures("old")
def test_a_game_is_shown_with_its_fault() -> None:
    (failed,) = [g for g in EXPECTED["games"][FAULTY] if g["termination"] == "exception"]
    shown = answer("games", "show", str(failed["game"]), *STORE)
    assert shown["moves"] == failed["moves"]
    assert shown["reason"] == "ValueError: no idea (broken_agent.py, line 10)"
    assert "no idea" in printed("games", "show", str(failed["game"]), *STORE)


def test_games_are_exported_as_they_were_and_imported(old: Path) -> None:
    def export(form: str) -> str:
        return printed("games", "export", EXPORTED, "--format", form, *STORE)

    def rows(text: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(text)))

    def games(text: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in text.splitlines()]

    assert same(games(export("jsonl")), games((old / "games.jsonl").read_text()))
    assert same(rows(export("csv")), rows((old / "games.csv").read_text()))
    assert export("pgn") == (old / "games.pgn").read_text()
    (found,) = answer("games", "import", "games.jsonl", "--store", "new.sqlite")
    assert (found["games"], found["rules"]) == (TOURNAMENTS[EXPORTED], "boom")
    before = [game["moves"] for game in EXPECTED["games"][EXPORTED]]
    assert sorted(game["moves"] for game in games_of("1", "new.sqlite")) == sorted(before)


@pytest.mark.usefixtures("old")
def test_a_finished_tournament_is_shown_by_its_number() -> None:
    found = answer("tournament", "--resume", FINISHED, *STORE, *FAST)
    assert same(found["agents"], EXPECTED["tables"][FINISHED])
    assert same(games_of(FINISHED), EXPECTED["games"][FINISHED])


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("model", EXPECTED["measures"])
def test_old_models_make_the_same_predictions(model: str) -> None:
    assert same(measures_of(model), EXPECTED["measures"][model])


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("agent", EXPECTED["moves"])
def test_old_models_and_agent_files_choose_the_same_moves(agent: str) -> None:
    expected = EXPECTED["moves"][agent]
    size = "4x4" if agent in SMALL_BOARDS else "7x6"
    given = "".join(moves + "\n" for moves in expected)
    found = printed("move", "--agent", agent, "--size", size, "--json", given=given)
    choices = [json.loads(line) for line in found.splitlines()]
    assert same(choices, list(expected.values()))


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    ("data", "rows"), [("data.parquet", 345), ("ours.parquet", 25), ("data.csv", 103)]
)
def test_old_data_sets_are_read(data: str, rows: int) -> None:
    options = ("--data", data, "--part", "all", "--depths", "0")
    (found,) = answer("evaluate", "poly.npz", *options)["predictions"]
    assert found["measures"]["rows"] == rows


@pytest.mark.usefixtures("old")
def test_an_old_data_set_trains_the_same_model() -> None:
    printed("train", "poly(degree=2)", "--data", "data.parquet", "--out", "new.npz", "--seed", "1")
    assert same(measures_of("new.npz"), EXPECTED["measures"]["poly.npz"])


@pytest.mark.usefixtures("old")
def test_an_old_book_has_the_same_scores() -> None:
    info = answer("book", "info", "4x4.book")
    assert (info["columns"], info["rows"], info["plies"]) == (4, 4, 4)
    exported = printed("book", "export", "4x4.book").splitlines()
    assert sorted(map(known, exported)) == sorted(map(known, EXPECTED["book"]))
    assert "5 of 5" in printed("book", "verify", "4x4.book", "--sample", "5")


def known(line: str) -> tuple[str, str]:
    """The stones of a position or of its mirror image, and its score."""
    moves, _, score = line.rpartition(" ")
    position = Position.parse(moves, classic(4, 4))
    return str(min(position.board[:2], position.mirror().board[:2])), score


def arrays_of(path: Path) -> dict[str, Any]:
    """What a model has learned, without the rest of its file."""
    with np.load(path) as file:
        return {name: file[name].tolist() for name in file.files if not name.endswith(".json")}


def scores_of(path: Path) -> list[str]:
    """The lines of a file of data, without the seconds that its positions took."""
    return path.read_text().splitlines()


def run_of(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("data.csv", SAMPLING),
        ("genes.json", "evolve genes --population 12 --generations 300"),
        ("weights.json", TUNING),
        pytest.param(
            "mlp.npz",
            "train mlp(rounds=60,first=4,second=3) --data data.parquet --seed 1",
            marks=pytest.mark.slow,
        ),
        ("boosting.npz", "train boosting(trees=12,leaves=4) --data data.parquet --seed 1"),
    ],
    ids=["data", "genes", "weights", "mlp", "boosting"],
)
def test_interrupted_work_resumes_to_the_uninterrupted_result(
    old: Path, name: str, command: str
) -> None:
    out = old / "interrupted" / name
    part = out.with_name(name + ".part")
    assert part.exists()
    printed(*command.split(), "--out", f"interrupted/{name}")
    read = {".csv": scores_of, ".json": run_of, ".npz": arrays_of}[out.suffix]
    assert same(read(out), read(old / "finished" / name))
    assert not part.exists()


@pytest.mark.parametrize("run", [pytest.param("genes", marks=pytest.mark.slow), "weights"])
def test_an_old_run_of_an_evolution_has_its_report(old: Path, run: str) -> None:
    options = ("--games", "4", "--level-games", "2", "--every", "4") if run == "genes" else ()
    printed("evolve", "report", f"{run}.json", "--out", "page.html", *options)
    assert "<h1>" in (old / "page.html").read_text()


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    ("file", "agents"),
    [
        (
            "agents.toml",
            {
                "beginner": "level(1)",
                "report": "minimax(depth=2, eval=uam-h2(base=2), style=uam)",
                "genetic": "genes(0.92, 0.59, 0.97, 0.47)",
            },
        ),
        ("agents_without_names.toml", {name: name for name in ("random", "greedy", "level(2)")}),
    ],
)
def test_old_files_of_agents_and_openings_are_read(file: str, agents: dict[str, str]) -> None:
    options = ("--openings", "openings.txt", "--games", "4", "--store", "new.sqlite", *FAST)
    found = answer("tournament", "--file", file, *options)
    assert {agent["name"]: agent["agent"] for agent in found["agents"]} == agents
    exported = printed("games", "export", "1", "--store", "new.sqlite").splitlines()
    assert {json.loads(game)["opening"] for game in exported} == {"44", "4453"}


@pytest.mark.usefixtures("old")
def test_every_old_agent_specification_is_understood() -> None:
    for agent in (FOLDER / "agents.txt").read_text().splitlines():
        assert parse_agent(agent).name


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the old laboratory, which a new one has opened."""
    folder = tmp_path_factory.mktemp("opened") / "old"
    copy_to(folder)
    store = folder / "laboratory"
    with laboratory_client(store, allow_uploads=True) as client:
        yield client


def get(client: httpx.Client, path: str) -> Any:
    found = client.get(f"/api/{path}")
    assert found.status_code == 200, found.text
    return found.json()


@pytest.mark.parametrize("path", LABORATORY["answers"])
def test_an_old_laboratory_shows_its_games_and_runs(visitor: httpx.Client, path: str) -> None:
    assert same(get(visitor, path), LABORATORY["answers"][path])


def test_shared_addresses_still_work(visitor: httpx.Client) -> None:
    for address in (FOLDER / "addresses.txt").read_text().splitlines():
        assert visitor.get(address).status_code == 200, address


@pytest.fixture
def owner(old: Path) -> Iterator[httpx.Client]:
    """A client that changes the old laboratory."""
    store = old / "laboratory"
    with laboratory_client(store, allow_uploads=True) as client:
        yield client


def reply(client: httpx.Client, game: str) -> str:
    """The moves of a game after an agent has replied."""
    found = client.post(f"/api/games/{game}/reply")
    assert found.status_code == 200, found.text
    moves: str = found.json()["position"]["moves"]
    return moves


def test_games_and_models_of_the_laboratory_still_play(owner: httpx.Client) -> None:
    taken_back, uploaded = LABORATORY["games"]["human"], LABORATORY["games"]["upload"]
    before = LABORATORY["answers"][f"games/{taken_back}"]
    redone = owner.post(f"/api/games/{taken_back}/redo").json()["position"]["moves"]
    assert redone == before["position"]["moves"] + before["undone"]
    assert owner.post(f"/api/games/{taken_back}/moves", json={"move": "1"}).status_code == 200
    assert reply(owner, taken_back).startswith(redone + "1")
    assert owner.post(f"/api/games/{uploaded}/moves", json={"move": "4"}).status_code == 200
    assert reply(owner, uploaded) == "4444"
    wanted = {"first": "learned(run-5)", "second": "human"}
    game = owner.post("/api/games", json=wanted).json()["id"]
    assert len(reply(owner, game)) == 1


@pytest.mark.slow
def test_stopped_runs_of_the_laboratory_resume(owner: httpx.Client) -> None:
    for path in ("evolutions/4", "tournaments/2"):
        assert owner.post(f"/api/{path}/resume").status_code == 200
    evolved = wait_for(owner, "/api/evolutions/4", "finished", "failed")
    before = LABORATORY["answers"]["evolutions/4"]["generations"]
    assert same(evolved["generations"][: len(before)], before)
    assert evolved["state"] == "finished"
    played = wait_for(owner, "/api/tournaments/2", "finished", "failed")
    assert (played["state"], played["games"]) == ("finished", 6)
