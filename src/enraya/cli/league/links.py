"""The links of a league as people get them: an address, and a secret that browsers keep back."""

from typing import Literal

from enraya.league.store.store import LeagueStore

Kind = Literal["operator", "team", "join"]
NO_ADDRESS = "http://127.0.0.1:8000/"


def link_text(address: str, kind: Kind, secret: str) -> str:
    """A link: what is behind the # never leaves a browser by itself."""
    return f"{address}{kind}#{secret}"


def make_link(store: LeagueStore, kind: Kind, team: int | None = None, *, address: str = "") -> str:
    """A new link; the one before ends."""
    with store.database.transaction():
        secret = store.access.new_link(kind, team)
        store.log.add(f"{kind} link", team=team)
    return link_text(address or store.address or NO_ADDRESS, kind, secret)
