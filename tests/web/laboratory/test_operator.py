"""The operator: by a link, after restarts, and on this machine."""

from pathlib import Path

import httpx

from enraya.web.laboratory.stores.sessions import operator_link
from enraya.web.server.settings import ServerSettings
from tests.web.running import (
    become_operator,
    begin,
    client_of,
    laboratory_client,
    running_laboratory,
)


def is_operator(client: httpx.Client, **headers: str) -> bool:
    found: bool = client.get("/api/operator", headers=headers).json()["is_operator"]
    return found


def test_a_link_makes_a_browser_the_operators_even_after_restarts(tmp_path: Path) -> None:
    with laboratory_client(tmp_path, has_operator=True) as client:
        assert not is_operator(client)
        become_operator(client, tmp_path)
        assert is_operator(client)
        cookies = dict(client.cookies)
    with (
        running_laboratory(tmp_path, has_operator=True) as address,
        httpx.Client(base_url=address, cookies=cookies) as client,
    ):
        assert is_operator(client)
        assert client.delete("/api/operator").json() == {"is_operator": False}
        assert not is_operator(client)


def test_a_new_link_revokes_the_previous_one(tmp_path: Path) -> None:
    settings = ServerSettings(store=tmp_path)
    first, second = operator_link(settings), operator_link(settings)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert first.encode() not in kept
    assert second.encode() not in kept
    with laboratory_client(tmp_path, has_operator=True) as client:
        refused = client.post("/api/operator", json={"secret": first})
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong_secret")
        assert client.post("/api/operator", json={"secret": second}).status_code == 200


def test_a_visitor_from_this_machine_is_the_operator(address: str, client: httpx.Client) -> None:
    assert is_operator(client)
    game = begin(client, "/api/games")
    with client_of(address) as another_browser:
        assert another_browser.delete(game).status_code == 204


def test_items_made_on_this_machine_belong_to_the_operator(tmp_path: Path) -> None:
    with laboratory_client(tmp_path) as client:
        game = begin(client, "/api/games")
    with laboratory_client(tmp_path, has_operator=True) as client:
        assert client.delete(game).status_code == 403
        become_operator(client, tmp_path)
        assert client.delete(game).status_code == 204
