"""The perfect player over the network."""

from pathlib import Path

import httpx
import pytest

from enraya import Position
from enraya.solver import Solver, analyse
from enraya.solver.analysis import EstimatedMove
from enraya.solver.solved import SolvedPositions
from enraya.stopping import Stop
from enraya.web.server.solving.analysis_schemas import MoveEstimate
from enraya.web.server.solving.solver_service import SolverService
from tests.web.running import laboratory_client


def test_solve_answers_in_the_format_of_the_well_known_solver(client: httpx.Client) -> None:
    answer = client.get("/solve", params={"pos": "475"})
    assert answer.json() == {"pos": "475", "score": [-18, -2, -2, -18, -18, -2, -18]}
    assert client.get("/solve", params={"pos": "444444"}).json()["score"][3] == 100
    full = client.get("/api/analysis", params={"moves": "444444"}).json()
    assert full["columns"][3] is None, "where /solve writes 100"


@pytest.mark.parametrize("moves", ["", "4453", "44455554221"])
def test_analysis_gives_the_scores_of_the_solver(client: httpx.Client, moves: str) -> None:
    found = client.get("/api/analysis", params={"moves": moves, "seconds": 30}).json()
    expected = analyse(Solver(), Position.parse(moves))
    assert [column and column["score"] for column in found["columns"]] == list(expected.scores)
    assert found["value"]["score"] == expected.score
    assert found["value"]["plies"] == expected.plies_to_end
    best = [number for number, column in enumerate(found["columns"], 1) if column["is_best"]]
    assert tuple(best) == expected.clearest
    assert found["exact"]


def test_analysis_says_when_the_time_was_too_short(client: httpx.Client) -> None:
    wanted: dict[str, str | float] = {
        "rules": "classic(columns=8, rows=8)", "seconds": 0.1, "line": True,
    }  # fmt: skip
    found = client.get("/api/analysis", params=wanted).json()
    assert not found["exact"]
    assert found["value"]["score"] is found["line"] is None
    assert found["depth"] >= 3
    assert all(column["estimate"] for column in found["columns"])
    assert all(column["lower"] <= column["upper"] for column in found["columns"])


def test_the_best_line_is_played_to_the_end(client: httpx.Client) -> None:
    found = client.get("/api/analysis", params={"moves": "44455554221", "line": True}).json()
    assert len(found["line"]) == found["value"]["plies"]
    assert Position.parse("44455554221" + found["line"]).is_over


def test_a_review_finds_the_known_blunders(client: httpx.Client) -> None:
    found = client.get("/api/review", params={"moves": "44444366222155"}).json()
    labels = {move["ply"]: move["label"] for move in found["moves"]}
    assert [ply for ply, label in labels.items() if label == "blunder"] == [9, 14]
    last = found["moves"][-1]
    assert (last["before"]["outcome"], last["after"]["outcome"]) == ("win", "loss")
    assert last["better"]
    assert found["complete"]
    assert found["accuracy"][0]["moves"] == 7
    assert found["accuracy"][0]["kept_value"] == pytest.approx(6 / 7)


def test_a_review_says_when_the_time_was_too_short(client: httpx.Client) -> None:
    wanted: dict[str, str | float] = {
        "rules": "classic(columns=8, rows=8)", "seconds": 0.01, "moves": "4455",
    }  # fmt: skip
    found = client.get("/api/review", params=wanted).json()
    assert [move["label"] for move in found["moves"]] == [None] * 4
    assert not found["complete"]
    assert found["accuracy"][0] == {"moves": 0, "kept_value": None, "best": None}


LARGE = "classic(columns=8, rows=8)"


@pytest.mark.parametrize(
    ("moves", "rules", "opening", "seconds", "values"),
    [
        ("44444366222155", "classic", 7, 60.0, (1, 1, -1, -1, -1, -1, -1, 1)),
        ("1212121", "classic", 5, 60.0, (-1, 1, 1)),
        ("31212131", "classic", 6, 60.0, (0, -1, -1)),
        ("4", LARGE, 0, 0.0, (None, None)),  # not solved in time
    ],
)
def test_a_review_gives_the_value_for_the_first_player_after_each_move(
    moves: str, rules: str, opening: int, seconds: float, values: tuple[int | None, ...]
) -> None:
    game = Position.parse(moves, rules)
    assert SolverService(4).values(game, opening, seconds, Stop()) == values


def test_threats_are_reported_by_kind(client: httpx.Client) -> None:
    found = client.get("/api/threats", params={"moves": "112233"}).json()
    assert found == [
        {"player": 1, "cell": {"column": 4, "row": 1}, "parity": "odd", "use": "now"},
        {"player": 2, "cell": {"column": 4, "row": 2}, "parity": "even", "use": "useless"},
    ]


def test_slow_solutions_are_kept_for_the_next_laboratory(tmp_path: Path) -> None:
    solved = tmp_path / "solved.sqlite"
    hard = {"moves": "3", "rules": "classic(columns=6, rows=6)", "seconds": "30"}
    with laboratory_client(tmp_path / "store", solved=solved) as client:
        assert client.get("/api/analysis", params=hard).json()["exact"]
    assert len(SolvedPositions(solved)) > 0


def test_a_search_that_reaches_the_end_says_who_wins() -> None:
    seen = (EstimatedMove(3.2), EstimatedMove(None, 1, 5), EstimatedMove(None, -1, 6))
    found = [MoveEstimate.of(move) for move in seen]
    assert [move.outcome for move in found] == [None, "win", "loss"]
    assert [(move.value, move.plies) for move in found] == [(3.2, None), (None, 5), (None, 6)]
