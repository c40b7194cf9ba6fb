"""What the laboratory says about itself is what it does."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from enraya.web.laboratory.routes.information import REQUESTS, FieldBounds
from enraya.web.laboratory.routes.tournaments import MAX_GAMES, NewTournament
from enraya.web.laboratory.thinking.allowed_agents import OFFERS
from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.settings import DAY_SECONDS, KEPT_SECONDS, built_manual
from tests.web.running import client_of, running_laboratory

TWO = ["random", "greedy"]
PATHS = {
    "game": "/api/games",
    "link": "/api/links",
    "tournament": "/api/tournaments",
    "evolution": "/api/evolutions",
    "learning": "/api/learnings",
}
NEEDED = {"tournament": {"agents": TWO}}
BOUNDED = [
    (request, name)
    for request, model in REQUESTS.items()
    for name, schema in model.model_json_schema()["properties"].items()
    if FieldBounds.of(schema).maximum is not None
]


@pytest.mark.parametrize(("visitor", "told"), [("127.0.0.1", True), ("192.0.2.7", False)])
def test_only_who_sits_here_is_told_where_others_go(
    tmp_path: Path, visitor: str, told: bool
) -> None:
    others = "http://192.0.2.1:8000/"
    settings = {"proxies": THIS_MACHINE, "others": (others,)}
    with running_laboratory(tmp_path, **settings) as address, client_of(address) as client:
        headers = {"x-forwarded-for": visitor}
        found = client.get("/api/information", headers=headers).json()["address_for_others"]
    assert found == (others if told else None)


@pytest.fixture
def known(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/information").json()
    return found


@pytest.mark.parametrize(("request_name", "field"), BOUNDED)
def test_what_is_above_a_bound_is_refused(
    client: httpx.Client, known: dict[str, Any], request_name: str, field: str
) -> None:
    maximum = known["requests"][request_name][field]["maximum"]
    too_much = ["random"] * (maximum + 1) if field == "agents" else maximum + 2
    body = {**NEEDED.get(request_name, {}), field: too_much}
    assert client.post(PATHS[request_name], json=body).status_code == 422


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("link", {"rules": "chess"}),
    ("link", {"minutes": -1}),
    ("link", {"increment": 3}),
    ("link", {"begins": "nobody"}),
    ("link", {"name": "x" * 31}),
    ("link", {"name": "a\nb"}),
    ("link", {"name": "\u202eknalb"}),
    ("tournament", {"agents": ["random"]}),
    ("tournament", {"agents": ["random", "nobody"]}),
    ("tournament", {"agents": ["random", "file:/etc/passwd"]}),
    ("tournament", {"agents": ["random"] * 5, "games": MAX_GAMES // 10 + 1}),
    ("tournament", {"agents": ["perfect", "random"], "rules": "boom"}),
    ("tournament", {"agents": TWO, "rules": "boom", "mistakes": True}),
    ("tournament", {"agents": TWO, "rules": "classic(columns=8, rows=6)", "mistakes": True}),
    ("evolution", {"population": 1}),
    ("evolution", {"keep": 0}),
    ("evolution", {"mutation": -1}),
    ("evolution", {"shrinking": "perhaps"}),
    ("evolution", {"seed": -1}),
    ("learning", {"games": 10}),
    ("learning", {"model": "chess"}),
]


@pytest.mark.parametrize(("request_name", "wanted"), WRONG)
def test_what_makes_no_sense_is_refused(
    client: httpx.Client, request_name: str, wanted: dict[str, Any]
) -> None:
    assert client.post(PATHS[request_name], json=wanted).status_code == 422


def test_a_tournament_may_be_as_large_as_that() -> None:
    assert NewTournament(agents=["random"] * 5, games=MAX_GAMES // 10)
    assert NewTournament(agents=TWO, rules="classic(columns=6, rows=7)", mistakes=True)


def test_whole_numbers_have_steps_and_days_are_days(known: dict[str, Any]) -> None:
    schemas = REQUESTS["evolution"].model_json_schema()["properties"]
    steps = {name: field["step"] for name, field in known["requests"]["evolution"].items()}
    assert {schema["type"] for schema in schemas.values()} >= {"integer", "number"}
    for name, schema in schemas.items():
        assert steps[name] == schema.get("multipleOf", {"integer": 1}.get(schema["type"]))
    assert known["kept_days"] * DAY_SECONDS == KEPT_SECONDS["game"]
    assert known["manual"] == (built_manual() is not None)


def test_a_game_begins_with_the_defaults(client: httpx.Client, known: dict[str, Any]) -> None:
    defaults = {name: field["default"] for name, field in known["requests"]["game"].items()}
    game = client.post("/api/games", json=defaults).json()
    assert game["players"] == [defaults["first"], defaults["second"]]
    assert game["position"]["rules"] == defaults["rules"]


@pytest.mark.parametrize("agent", OFFERS)
def test_every_offer_can_be_played(client: httpx.Client, known: dict[str, Any], agent: str) -> None:
    (offer,) = [entry["offer"] for entry in known["agents"] if entry["name"] == agent]
    assert client.post("/api/games", json={"second": offer}).status_code == 201


def test_the_papers_players_are_listed_and_play(
    client: httpx.Client, known: dict[str, Any]
) -> None:
    players = {entry["name"]: entry for entry in known["agents"] if entry["paper"]}
    assert {"Madrid-3", "ninja(1)", "Porto-AlphaBeta", "Costa-Rica", "QMatic(8)"} <= set(players)
    assert players["ninja(1)"]["stands_for"] == "alphabeta(depth=1, eval=rivest)"
    for name, player in players.items():
        body = {"first": name, "second": "human", "rules": player["rules"]}
        game = client.post("/api/games", json=body)
        assert game.status_code == 201, name
        assert game.json()["players"] == [name, "human"]


def test_boards_reach_their_bounds_and_no_further(
    client: httpx.Client, known: dict[str, Any]
) -> None:
    least, most = known["board"]["min_side"], known["board"]["max_side"]

    def is_possible(columns: int, rows: int) -> bool:
        rules = f"classic(columns={columns}, rows={rows})"
        return client.get("/api/position", params={"rules": rules}).is_success

    assert most * least == known["board"]["max_cells"]
    assert is_possible(most, least)
    assert is_possible(least, most)
    assert not is_possible(most + 1, least)
    assert not is_possible(least, least - 1)


def test_every_route_documents_its_refusals(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for method, route in methods.items():
            assert {"200", "201", "204"} & set(route["responses"]), (path, method)
            assert "422" in route["responses"], (path, method)
            assert route["description"] or route["summary"]
