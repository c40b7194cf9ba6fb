"""The laboratory behaves as its information says."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from enraya.web.laboratory.routes.information import REQUESTS, FieldBounds
from enraya.web.laboratory.thinking.allowed_agents import OFFERS
from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.settings import DAY_SECONDS, KEPT_SECONDS, built_manual
from tests.web.running import laboratory_client

NEEDED = {"tournament": {"agents": ["random", "greedy"]}}
BOUNDED = [
    (request, name)
    for request, model in REQUESTS.items()
    for name, schema in model.model_json_schema()["properties"].items()
    if FieldBounds.of(schema).maximum is not None
]


@pytest.mark.parametrize(("visitor", "told"), [("127.0.0.1", True), ("192.0.2.7", False)])
def test_only_the_operator_is_told_the_address_for_others(
    tmp_path: Path, visitor: str, told: bool
) -> None:
    others = "http://192.0.2.1:8000/"
    settings = {"proxies": THIS_MACHINE, "others": (others,)}
    with laboratory_client(tmp_path, **settings) as client:
        headers = {"x-forwarded-for": visitor}
        found = client.get("/api/information", headers=headers).json()["address_for_others"]
    assert found == (others if told else None)


@pytest.fixture
def known(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/information").json()
    return found


@pytest.mark.parametrize(("request_name", "field"), BOUNDED)
def test_values_above_a_maximum_are_refused(
    client: httpx.Client, known: dict[str, Any], request_name: str, field: str
) -> None:
    maximum = known["requests"][request_name][field]["maximum"]
    too_much = ["random"] * (maximum + 1) if field == "agents" else maximum + 2
    body = {**NEEDED.get(request_name, {}), field: too_much}
    assert client.post(f"/api/{request_name}s", json=body).status_code == 422


def test_number_fields_have_their_steps_and_kept_days_are_in_days(known: dict[str, Any]) -> None:
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
def test_every_offered_option_can_be_played(
    client: httpx.Client, known: dict[str, Any], agent: str
) -> None:
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


def test_board_sizes_are_accepted_exactly_within_the_bounds(
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
