"""The OpenAPI document says how each route refuses."""

import httpx


def test_every_route_documents_its_refusals(client: httpx.Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for method, route in methods.items():
            assert {"200", "201", "204"} & set(route["responses"]), (path, method)
            assert "422" in route["responses"], (path, method)
            assert route["description"] or route["summary"]
