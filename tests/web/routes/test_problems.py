"""Refusals: a code, an English sentence, and what any other language needs."""

import re
from typing import Any

import httpx
import pytest

from enraya.texts import texts_in


def refused(client: httpx.Client, path: str, wanted: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(path, json=wanted)
    assert answer.status_code >= 400
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
        ("/api/tournaments", {}, "value_missing"),
        ("/api/tournaments", {"agents": ["random"]}, "value_too_short"),
        ("/api/tournaments", {"agents": ["random"] * 9, "games": 900}, "many_games"),
        ("/api/tournaments", {"agents": ["random"] * 2, "kind": "x"}, "value_literal_error"),
        ("/api/evolutions", {"generations": 0}, "value_greater_than_equal"),
    ],
)
def test_what_a_reader_can_get_wrong_has_a_sentence(
    client: httpx.Client, path: str, wanted: dict[str, Any], reason: str
) -> None:
    problem = refused(client, path, wanted)
    assert problem["reason"] == reason
    text = texts_in("en").catalogue[f"problem.{reason}"]
    assert set(re.findall(r"\{(\w+)\}", text)) <= set(problem["values"])


def test_a_report_comes_in_the_language_asked_for(client: httpx.Client) -> None:
    answer = client.get("/api/tournaments/1/report", params={"lang": "xx"})
    assert (answer.status_code, answer.json()["reason"]) == (422, "value_literal_error")


def test_the_page_gets_the_catalogues(client: httpx.Client) -> None:
    assert client.get("/static/i18n/ca.json").json()["side.1"] == "Taronja"
