"""Refusals: a code, an English sentence, and what any other language needs."""

import re
from typing import Any

import httpx
import pytest

from enraya.texts import texts_in
from enraya.web.server.problems import Refusal, TooBusy


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


def test_a_value_that_is_wrong_is_named(client: httpx.Client) -> None:
    assert refused(client, "/api/games", {"seconds": 1e9})["detail"].startswith("seconds: ")
    nested = refused(client, "/api/tournaments", {"agents": ["random", 7]})
    assert nested["detail"].startswith("agents.1: ")


def test_a_wrong_method_is_told_the_right_ones(client: httpx.Client) -> None:
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


def test_a_report_comes_in_the_language_asked_for(client: httpx.Client) -> None:
    answer = client.get("/api/tournaments/1/report", params={"lang": "xx"})
    assert (answer.status_code, answer.json()["reason"]) == (422, "value_literal_error")
