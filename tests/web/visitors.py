"""Visitors of a laboratory that others can reach."""

from contextlib import closing
from pathlib import Path

import httpx

from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.sessions import Sessions


def visitor_at(address: str, host: str = "127.0.0.1") -> httpx.Client:
    """A client that connects from one of this machine's addresses."""
    transport = httpx.HTTPTransport(local_address=host)
    return httpx.Client(base_url=address, timeout=60, transport=transport)


def become_operator(client: httpx.Client, store: Path) -> None:
    """Makes a client the operator's by a link."""
    with closing(open_database(store)) as database:
        secret = Sessions(database).new_operator_link()
    found = client.post("/api/operator", json={"secret": secret})
    assert found.json() == {"is_operator": True}
