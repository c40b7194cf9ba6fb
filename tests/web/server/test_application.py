"""Query parameters that a route does not know."""

import httpx
import pytest

from enraya.web.laboratory.routes.app import create_app

PATHS = sorted(path for path, item in create_app().openapi()["paths"].items() if "get" in item)


def test_the_nearest_name_is_told(client: httpx.Client) -> None:
    answer = client.get("/api/analysis", params={"move": "4453"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_name"
    assert "did you mean 'moves'?" in answer.json()["detail"]


@pytest.mark.parametrize("path", PATHS)
def test_no_route_drops_a_parameter_silently(client: httpx.Client, path: str) -> None:
    places = dict.fromkeys(("number", "game_id", "link", "upload_id"), "1")
    answer = client.get(path.format_map(places), params={"zz": 1})
    assert answer.status_code == 422
    assert "'zz'" in answer.json()["detail"]


def test_a_route_without_parameters_is_named_by_its_path(client: httpx.Client) -> None:
    answer = client.get("/api/operator", params={"zz": 1})
    assert answer.json()["detail"].startswith("/api/operator takes no query parameter")
