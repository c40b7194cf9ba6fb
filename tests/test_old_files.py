"""What version 0.1.0 wrote still opens, and says what it said then.

The files are in `version_0_1_0`; its README tells which command made each. `expected.json` holds
what 0.1.0 answered. Everything goes through the command line or the network, as it does for users.
"""

import csv
import gzip
import hashlib
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from typer.testing import CliRunner

from enraya import InvalidSetting, Position
from enraya.cli import app
from enraya.evolve.genetics import MUTATION
from enraya.rules.classic import classic
from tests.cli import running
from tests.web.running import client_of, running_laboratory
from tests.web.waiting import wait_for

FOLDER = Path(__file__).parent / "version_0_1_0"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
STORE = ("--store", "games.sqlite")
FAST = ("--engine", "serial")
TOURNAMENTS = {number: len(games) for number, games in EXPECTED["games"].items()}
FINISHED, STOPPED, EXPORTED = "1", "4", "6"
"""Numbers of a tournament that was finished, of one that was not, and of the exported one."""
SMALL_BOARDS = ("learned(ntuple.npz)",)
LATE = "16666352251447233246237437447765275"
"""A position near the end, on which no agent thinks for long."""
CLOSE = 1e-6
TUNING = (
    "evolve weights --heuristic rivest --depth 1 --generations 6 --candidates 4 --pairs 10 "
    "--finalists 2 --opening-plies 4 --test-pairs 100 --seed 1 --engine serial"
)
SAMPLING = (
    "dataset --positions 200 --seed 5 --sampler random-games --stones 26-36 --format csv "
    "--engine serial"
)
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


def enraya(*arguments: str, given: str = "") -> str:
    """What the command prints; it must not fail."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def answer(*arguments: str, given: str = "") -> Any:
    return json.loads(enraya(*arguments, "--json", given=given))


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


@pytest.mark.usefixtures("old")
def test_the_store_lists_its_tournaments() -> None:
    assert same(answer("games", "list", *STORE), EXPECTED["tournaments"])


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("number", TOURNAMENTS)
def test_every_tournament_has_its_games_and_its_table(number: str) -> None:
    assert same(games_of(number), EXPECTED["games"][number])
    table = answer("games", "table", number, *STORE)
    assert same(table["agents"], EXPECTED["tables"][number])
    assert table["games"] == TOURNAMENTS[number]


@pytest.mark.parametrize("number", TOURNAMENTS)
def test_every_tournament_has_its_report(old: Path, number: str) -> None:
    found = answer("report", number, "--out", "page.html", "--csv", "ranking.csv", *STORE)
    assert found["games"] == TOURNAMENTS[number]
    assert "<h1>" in (old / "page.html").read_text()
    ranking = (old / "ranking.csv").read_text()
    assert len(ranking.splitlines()) == 1 + len(EXPECTED["tables"][number])


@pytest.mark.usefixtures("old")
def test_a_game_is_shown_with_what_went_wrong() -> None:
    (failed,) = [g for g in EXPECTED["games"]["5"] if g["termination"] == "exception"]
    shown = answer("games", "show", str(failed["game"]), *STORE)
    assert shown["moves"] == failed["moves"]
    assert shown["reason"] == "ValueError: no idea (broken_agent.py, line 10)"
    assert "no idea" in enraya("games", "show", str(failed["game"]), *STORE)


def test_games_are_exported_as_they_were(old: Path) -> None:
    def export(form: str) -> str:
        return enraya("games", "export", EXPORTED, "--format", form, *STORE)

    def rows(text: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(text)))

    def games(text: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in text.splitlines()]

    assert same(games(export("jsonl")), games((old / "games.jsonl").read_text()))
    assert same(rows(export("csv")), rows((old / "games.csv").read_text()))
    assert export("pgn") == (old / "games.pgn").read_text()


@pytest.mark.usefixtures("old")
def test_exported_games_are_imported() -> None:
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
@pytest.mark.parametrize(
    ("number", "command"),
    [
        ("1", ["tournament", "random", "greedy", "level(1)", "--games", "2"]),
        ("3", ["sprt", "greedy", "random", "--elo0", "0", "--elo1", "200", "--games", "40"]),
    ],
)
def test_the_same_command_finds_only_what_its_own_version_played(
    number: str, command: list[str]
) -> None:
    played = answer(*command, *STORE, *FAST)["tournament"]
    latest = len(TOURNAMENTS)
    assert played == latest + 1
    assert len(answer("games", "list", *STORE)) == latest + 1
    assert same(games_of(number), EXPECTED["games"][number])


@pytest.mark.usefixtures("old")
def test_another_version_adds_no_games_to_an_interrupted_match() -> None:
    refused = running.enraya("tournament", "--resume", STOPPED, *STORE, *FAST)
    assert same(games_of(STOPPED), EXPECTED["games"][STOPPED])
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("model", EXPECTED["measures"])
def test_models_predict_what_they_predicted(model: str) -> None:
    assert same(measures_of(model), EXPECTED["measures"][model])


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("agent", EXPECTED["moves"])
def test_models_and_own_files_choose_what_they_chose(agent: str) -> None:
    expected = EXPECTED["moves"][agent]
    size = "4x4" if agent in SMALL_BOARDS else "7x6"
    given = "".join(moves + "\n" for moves in expected)
    found = enraya("move", "--agent", agent, "--size", size, "--json", given=given)
    choices = [json.loads(line) for line in found.splitlines()]
    assert same(choices, list(expected.values()))


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize(
    ("model", "data", "rows"),
    [
        ("poly.npz", "data.parquet", 345),
        ("poly.npz", "ours.parquet", 25),
        ("poly.npz", "data.csv", 103),
        ("logistic.npz", "data.parquet", 345),
    ],
)
def test_data_sets_are_read(model: str, data: str, rows: int) -> None:
    options = ("--data", data, "--part", "all", "--depths", "0")
    (found,) = answer("evaluate", model, *options)["predictions"]
    assert found["measures"]["rows"] == rows


@pytest.mark.usefixtures("old")
def test_an_old_data_set_teaches_the_same() -> None:
    enraya("train", "poly(degree=2)", "--data", "data.parquet", "--out", "new.npz", "--seed", "1")
    assert same(measures_of("new.npz"), EXPECTED["measures"]["poly.npz"])


@pytest.mark.usefixtures("old")
def test_the_book_has_the_same_scores() -> None:
    info = answer("book", "info", "4x4.book")
    assert (info["columns"], info["rows"], info["plies"]) == (4, 4, 4)
    exported = enraya("book", "export", "4x4.book").splitlines()
    assert sorted(map(known, exported)) == sorted(map(known, EXPECTED["book"]))
    assert "5 of 5" in enraya("book", "verify", "4x4.book", "--sample", "5")


def known(line: str) -> tuple[str, str]:
    """The stones of a position or of its mirror image, and its score."""
    moves, _, score = line.rpartition(" ")
    position = Position.parse(moves, classic(4, 4))
    return str(min(position.board[:2], position.mirror().board[:2])), score


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digest_of_genes(path: Path) -> str:
    """A digest of an evolution as the old version wrote it.

    Its agent was bare numbers once and is a text to play now; its mutation could not be set.
    """
    content = json.loads(path.read_text())
    del content["agent"]
    assert content["settings"].pop("mutation") == MUTATION
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def digest_of_arrays(path: Path) -> str:
    """A digest of what a model has learned, without the rest of its file."""
    with np.load(path) as file:
        names = sorted(name for name in file.files if not name.endswith(".json"))
        content = b"".join(name.encode() + file[name].tobytes() for name in names)
    return hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize(
    ("name", "command", "digest"),
    [
        ("data.csv", SAMPLING, digest_of),
        ("genes.json", "evolve genes --population 12 --generations 300", digest_of_genes),
        ("weights.json", TUNING, digest_of),
        ("ntuple.npz", "train ntuple --games 400 --size 4x4 --seed 3", digest_of_arrays),
    ],
    ids=["data", "genes", "weights", "ntuple"],
)
def test_interrupted_work_ends_as_if_it_had_never_stopped(
    old: Path, name: str, command: str, digest: Callable[[Path], str]
) -> None:
    out = old / "interrupted" / name
    assert out.with_name(name + ".part").exists()
    enraya(*command.split(), "--out", f"interrupted/{name}")
    assert digest(out) == EXPECTED["finished"][name]
    assert not out.with_name(name + ".part").exists()


def test_an_interrupted_book_is_refused(old: Path) -> None:
    """Its jobs were other positions; nothing of it is lost, and the sentence says what to do."""
    part = old / "interrupted" / "5x4.book.part"
    before = part.read_bytes()
    command = "book build --size 5x4 --plies 6 --engine serial --out interrupted/5x4.book"
    with pytest.raises(InvalidSetting, match="checkpoint of another run; remove it first"):
        CliRunner().invoke(app, command.split(), catch_exceptions=False)
    assert part.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "model"),
    [
        pytest.param("mlp.npz", "mlp(rounds=60, first=4, second=3)", marks=pytest.mark.slow),
        ("boosting.npz", "boosting(trees=12, leaves=4)"),
    ],
)
def test_an_interrupted_training_ends_with_the_same_model(old: Path, name: str, model: str) -> None:
    part = old / "interrupted" / (name + ".part")
    assert part.exists()
    enraya(
        "train", model, "--data", "data.parquet", "--out", f"interrupted/{name}", "--seed", "1"
    )  # fmt: skip
    assert same(measures_of(f"interrupted/{name}"), EXPECTED["measures when finished"][name])
    assert not part.exists()


@pytest.mark.slow
def test_an_interrupted_report_of_an_evolution_is_finished(old: Path) -> None:
    options = "--games 4 --level-games 2 --every 4 --engine serial --out interrupted/report.html"
    enraya("evolve", "report", "genes.json", *options.split())
    assert "<h1>" in (old / "interrupted" / "report.html").read_text()
    assert not (old / "interrupted" / "report.html.part").exists()


def test_a_tuning_has_its_report(old: Path) -> None:
    enraya("evolve", "report", "weights.json", "--out", "page.html")
    assert (
        json.loads((old / "weights.json").read_text())["test"]["heuristic"]
        in (old / "page.html").read_text()
    )


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
        (
            "agents_without_names.toml",
            {"random": "random", "greedy": "greedy", "level(2)": "level(2)"},
        ),
    ],
)
def test_agents_and_openings_are_read_from_files(file: str, agents: dict[str, str]) -> None:
    options = ("--openings", "openings.txt", "--games", "4", "--store", "new.sqlite", *FAST)
    found = answer("tournament", "--file", file, *options)
    assert {agent["name"]: agent["agent"] for agent in found["agents"]} == agents
    exported = enraya("games", "export", "1", "--store", "new.sqlite").splitlines()
    assert {json.loads(game)["opening"] for game in exported} == {"44", "4453"}


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("agent", (FOLDER / "agents.txt").read_text().splitlines())
def test_every_agent_is_understood(agent: str) -> None:
    found = answer("move", LATE, "--agent", agent, "--seconds", "0.05")
    assert found["move"] in (1, 3, 5)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the old laboratory, which a new one has opened."""
    folder = tmp_path_factory.mktemp("opened") / "old"
    copy_to(folder)
    store = folder / "laboratory"
    with running_laboratory(store, allow_uploads=True) as address, client_of(address) as client:
        yield client


def get(client: httpx.Client, path: str) -> Any:
    found = client.get(f"/api/{path}")
    assert found.status_code == 200, found.text
    return found.json()


@pytest.mark.parametrize("game", LABORATORY["games"])
def test_the_laboratory_shows_its_games(visitor: httpx.Client, game: str) -> None:
    assert same(get(visitor, f"games/{game}"), LABORATORY["games"][game])


@pytest.mark.parametrize(
    "path",
    [
        "tournaments/1",
        "tournaments/1/games",
        "tournaments/2",
        "evolutions/3",
        "evolutions/4",
        "learnings/5",
        "learnings/6",
    ],
)
def test_the_laboratory_shows_its_runs(visitor: httpx.Client, path: str) -> None:
    assert same(get(visitor, path), LABORATORY[path])


@pytest.mark.parametrize("address", (FOLDER / "addresses.txt").read_text().splitlines())
def test_shared_addresses_still_lead_somewhere(visitor: httpx.Client, address: str) -> None:
    assert visitor.get(address).status_code == 200


@pytest.fixture
def owner(old: Path) -> Iterator[httpx.Client]:
    """A client that changes the old laboratory."""
    store = old / "laboratory"
    with running_laboratory(store, allow_uploads=True) as address, client_of(address) as client:
        yield client


def reply(client: httpx.Client, game: str) -> str:
    """The moves of a game after an agent has replied."""
    found = client.post(f"/api/games/{game}/reply")
    assert found.status_code == 200, found.text
    moves: str = found.json()["position"]["moves"]
    return moves


def test_games_of_the_laboratory_go_on(owner: httpx.Client) -> None:
    with_undone, _, with_upload, _ = LABORATORY["games"]
    before = LABORATORY["games"][with_undone]
    redone = owner.post(f"/api/games/{with_undone}/redo").json()["position"]["moves"]
    assert redone == before["position"]["moves"] + before["undone"]
    assert owner.post(f"/api/games/{with_undone}/moves", json={"move": "1"}).status_code == 200
    assert reply(owner, with_undone).startswith(redone + "1")
    assert owner.post(f"/api/games/{with_upload}/moves", json={"move": "4"}).status_code == 200
    assert reply(owner, with_upload) == "444"


def test_what_the_laboratory_has_learned_still_plays(owner: httpx.Client) -> None:
    wanted = {"first": "learned(run-5)", "second": "human"}
    game = owner.post("/api/games", json=wanted).json()["id"]
    assert len(reply(owner, game)) == 1


@pytest.mark.slow
def test_stopped_runs_of_the_laboratory_go_on(owner: httpx.Client) -> None:
    for path in ("evolutions/4", "learnings/6", "tournaments/2"):
        assert owner.post(f"/api/{path}/resume").status_code == 200
    evolved = wait_for(owner, "/api/evolutions/4", "finished", "failed")
    expected = LABORATORY["evolutions/4 when finished"]
    assert len(evolved["generations"]) == expected["generations"]
    assert evolved["generations"][-1]["agent"] == expected["agent"]
    learned = wait_for(owner, "/api/learnings/6", "finished", "failed")
    expected = LABORATORY["learnings/6 when finished"]
    assert learned["agent"] == expected["agent"]
    assert same(learned["curve"][-1], expected["last"])
    played = wait_for(owner, "/api/tournaments/2", "finished", "failed")
    assert (played["state"], played["games"]) == ("finished", 20)


@pytest.mark.slow
def test_another_version_adds_no_games_to_a_stopped_tournament_of_the_laboratory(
    owner: httpx.Client,
) -> None:
    store = "laboratory/tournaments.sqlite"
    before = games_of("2", store)
    owner.post("/api/tournaments/2/resume")
    wait_for(owner, "/api/tournaments/2", "finished", "failed")
    assert games_of("2", store) == before
