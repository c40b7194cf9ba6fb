"""Refusals over the network: a code, an English sentence, and values for other languages."""

import re
from typing import Any

import httpx
import pytest

from enraya.texts import texts_in
from enraya.web.laboratory.routes.app import create_app
from enraya.web.laboratory.routes.tournaments import MAX_GAMES, NewTournament
from enraya.web.server.problems import Refusal, TooBusy

ROUTES = create_app().openapi()["paths"]
TWO, FIVE = ["random", "greedy"], ["random"] * 5
LARGE = "classic(columns=8, rows=6)"


def refused(client: httpx.Client, path: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """The refusal of what is sent to a path, or asked where nothing can be sent."""
    can_post = "post" in ROUTES.get(path, {})
    answer = client.post(path, json=wanted) if can_post else client.get(path, params=wanted)
    assert answer.status_code == 422, answer.text
    problem: dict[str, Any] = answer.json()
    return problem


def test_a_refusal_names_its_reason_and_values(client: httpx.Client) -> None:
    assert refused(client, "/api/games", {"moves": "4444444"}) == {
        "code": "illegal_move",
        "detail": "move 7 of '4444444': column 4 is full after '444444'",
        "reason": "move_of",
        "values": {
            "number": 7,
            "moves": "'4444444'",
            "why": {"key": "problem.column_full", "values": {"column": "4", "moves": "'444444'"}},
        },
    }


@pytest.mark.parametrize(
    ("path", "wanted", "reason"),
    [
        ("/api/games", {"rules": "bom"}, "unknown_near"),
        ("/api/games", {"rules": "classic(columns=3)"}, "board_size"),
        ("/api/games", {"second": "level(11)"}, "parameter_value"),
        ("/api/games", {"second": "level(5"}, "expected"),
        ("/api/games", {"second": "mcts(xyzzy=5)"}, "parameter"),
        ("/api/games", {"second": "1.5,0,0,0"}, "bare_gene"),
        ("/api/games", {"second": "0.5,0.5,0.5"}, "bare_genes"),
        ("/api/games", {"second": "zzz"}, "unknown"),
        ("/api/games", {"second": "perfect", "rules": "boom"}, "perfect_classic"),
        ("/api/games", {"second": "file:a.py"}, "reads_a_file"),
        ("/api/games", {"seconds": 1e9}, "value_less_than_equal"),
        ("/api/games", {"seconds": "soon"}, "value_float_parsing"),
        ("/api/games", {"moves": 4}, "value_string_type"),
        ("/api/games", {"rules": "chess"}, "unknown"),
        ("/api/games", {"moves": "8"}, "move_of"),
        ("/api/games", {"second": "x" * 400}, "value_string_too_long"),
        ("/api/games", {"second": "Qmatik(8)"}, "unknown_near"),
        ("/api/links", {"rules": "chess"}, "unknown"),
        ("/api/links", {"minutes": -1}, "value_greater_than_equal"),
        ("/api/links", {"increment": 3}, "increment_alone"),
        ("/api/links", {"begins": "nobody"}, "value_literal_error"),
        ("/api/links", {"name": "x" * 31}, "value_string_too_long"),
        ("/api/links", {"name": "a\nb"}, None),
        ("/api/links", {"name": "\u202eknalb"}, None),
        ("/api/tournaments", {}, "value_missing"),
        ("/api/tournaments", {"agents": ["random"]}, "value_too_short"),
        ("/api/tournaments", {"agents": ["random", "nobody"]}, "unknown"),
        ("/api/tournaments", {"agents": ["random", "file:/etc/passwd"]}, "reads_a_file"),
        ("/api/tournaments", {"agents": FIVE, "games": MAX_GAMES // 10 + 1}, "many_games"),
        ("/api/tournaments", {"agents": ["perfect", "random"], "rules": "boom"}, "of_agent"),
        ("/api/tournaments", {"agents": TWO, "kind": "x"}, "value_literal_error"),
        ("/api/tournaments", {"agents": TWO, "reserve": -1}, "value_greater_than_equal"),
        ("/api/tournaments", {"agents": TWO, "max_bytes": -1}, "value_greater_than_equal"),
        ("/api/tournaments", {"agents": TWO, "rules": "boom", "mistakes": True}, "not_solvable"),
        ("/api/tournaments", {"agents": TWO, "rules": LARGE, "mistakes": True}, "judge_size"),
        ("/api/tournaments/1/report", {"lang": "xx"}, "value_literal_error"),
        ("/api/evolutions", {"generations": 0}, "value_greater_than_equal"),
        ("/api/evolutions", {"population": 1}, "value_greater_than_equal"),
        ("/api/evolutions", {"keep": 0}, "value_greater_than_equal"),
        ("/api/evolutions", {"mutation": -1}, "value_greater_than_equal"),
        ("/api/evolutions", {"seed": -1}, "value_greater_than_equal"),
        ("/api/evolutions", {"shrinking": "perhaps"}, None),
        ("/api/learnings", {"games": 10}, "value_greater_than_equal"),
        ("/api/learnings", {"model": "chess"}, "value_literal_error"),
        ("/api/setup", {}, "value_missing"),
        ("/api/setup", {"stacks": "1"}, "setup_columns"),
        ("/api/setup", {"stacks": "3,,,,,,"}, "setup_stack"),
        ("/api/setup", {"stacks": "x" * 500}, "value_string_too_long"),
        ("/api/continuations", {"moves": "49"}, "move_of"),
        ("/api/analysis", {"rules": "boom"}, "not_solvable"),
        ("/api/analysis/events", {"rules": "boom"}, "not_solvable"),
        ("/api/analysis/events", {"moves": "1212121"}, "nothing_to_solve"),
        ("/api/analysis/events", {"moves": "8"}, "move_of"),
        ("/solve", {"pos": "1212121"}, "nothing_to_solve"),
        ("/solve", {"pos": "8"}, "move_of"),
        ("/solve", {"pos": "1111111"}, "move_of"),
    ],
)
def test_every_mistake_of_a_reader_has_a_sentence(
    client: httpx.Client, path: str, wanted: dict[str, Any], reason: str | None
) -> None:
    problem = refused(client, path, wanted)
    assert problem["detail"]
    assert problem["reason"] == reason
    if reason is None:  # what pydantic says alone
        return
    text = texts_in("en").catalogue[f"problem.{reason}"]
    assert set(re.findall(r"\{(\w+)\}", text)) <= set(problem["values"])


def test_a_tournament_of_the_maximum_size_is_accepted() -> None:
    assert NewTournament(agents=FIVE, games=MAX_GAMES // 10)
    assert NewTournament(agents=TWO, rules="classic(columns=6, rows=7)", mistakes=True)


@pytest.mark.parametrize("path", sorted(path for path, item in ROUTES.items() if "get" in item))
def test_no_route_drops_a_parameter_silently(client: httpx.Client, path: str) -> None:
    places = dict.fromkeys(("number", "game_id", "link", "upload_id"), "1")
    answer = client.get(path.format_map(places), params={"zz": 1})
    assert answer.status_code == 422
    assert "'zz'" in answer.json()["detail"]


def test_an_unknown_parameter_is_refused_with_the_nearest_name(client: httpx.Client) -> None:
    problem = client.get("/api/analysis", params={"move": "4453"}).json()
    assert problem["code"] == "unknown_name"
    assert "did you mean 'moves'?" in problem["detail"]


@pytest.mark.parametrize(
    "path",
    ["games/x", "tournaments/99999", "tournaments/99999/games", "tournaments/99999/events"],
)
def test_missing_resources_are_answered_with_404(client: httpx.Client, path: str) -> None:
    assert client.get(f"/api/{path}").status_code == 404


def test_a_wrong_value_is_named(client: httpx.Client) -> None:
    assert refused(client, "/api/games", {"seconds": 1e9})["detail"].startswith("seconds: ")
    nested = refused(client, "/api/tournaments", {"agents": ["random", 7]})
    assert nested["detail"].startswith("agents.1: ")


def test_a_wrong_method_is_answered_with_the_allowed_ones(client: httpx.Client) -> None:
    assert client.delete("/api/information").headers["allow"] == "GET"


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (TooBusy("too many changes are waiting"), None),
        (Refusal(403, "cross_site", "from other sites"), None),
        (Refusal(404, "no_run", "there is no evolution 7"), None),
        (Refusal(404, "no_game", "there is no game 7"), "problem.no_game"),
        (Refusal(409, "game_over", "the game is over"), "problem.game_over"),
    ],
)
def test_a_page_repeats_neither_its_title_nor_english_details(
    refusal: Refusal, said: str | None
) -> None:
    spanish = texts_in("es")
    assert refusal.said(spanish) == (said and spanish(said))
