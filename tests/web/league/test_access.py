"""How a browser of a league is known again."""

import pytest
from fastapi import Request, Response

from enraya.web.league.access import remember


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_browser_keeps_its_session_for_a_year_as_safely_as_it_came(scheme: str) -> None:
    place = {"scheme": scheme, "server": ("enraya.example", 443), "path": "/", "headers": []}
    request, response = Request({"type": "http", **place}), Response()
    remember(request, response, "secret")
    attributes = response.headers["set-cookie"].split("; ")
    assert f"Max-Age={365 * 24 * 60 * 60}" in attributes
    assert ("Secure" in attributes) == (scheme == "https")
