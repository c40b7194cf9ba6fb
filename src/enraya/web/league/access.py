"""Who sends a request to a league: a visitor, a team or the operator; and who may do what."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Request

from enraya.league.store.access import SECRET_LENGTH, Holder
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence
from enraya.web.league.league_server import LeagueServer
from enraya.web.server.application import in_store, parts_of
from enraya.web.server.limits import TooMany
from enraya.web.server.problems import Refusal, problems
from enraya.web.server.visitor import Visitor, address_of

COOKIE = "enraya-league"
Number = Annotated[int, Path(ge=1, le=2**53)]
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Asker:
    """The sender of a request: a visitor, a team or the operator."""

    address: str
    secret: str = ""
    """The secret of the sender's session; empty for a visitor, who has none."""
    team: int | None = None
    is_operator: bool = False

    @property
    def visitor(self) -> Visitor:
        """The sender as the `Visitor` that the server's limits count."""
        key = "operator" if self.is_operator else f"team {self.team}" if self.team else ""
        return Visitor(key, self.address, is_operator=False)


ServerOf = Annotated[LeagueServer, Depends(parts_of)]


async def asker_of(request: Request, server: ServerOf) -> Asker:
    """The sender of a request; without a valid session it is a visitor."""
    address = address_of(request)
    secret = request.cookies.get(COOKIE, "")
    if len(secret) != SECRET_LENGTH:
        return Asker(address)
    holder = await _holder(server, secret)
    if holder is None:
        return Asker(address)
    return Asker(address, secret, holder.team, is_operator=holder.kind == "operator")


@in_store
def _holder(server: LeagueServer, secret: str) -> Holder | None:
    return unless_removed(server.store, server.store.access.session(secret))


def unless_removed(store: LeagueStore, holder: Holder | None) -> Holder | None:
    """The same holder of a link or session; None if it is a team that no longer takes part."""
    is_out = holder and holder.team is not None and not store.teams.get(holder.team).is_playing
    return None if is_out else holder


AskerOf = Annotated[Asker, Depends(asker_of)]


async def _team(asker: AskerOf) -> int:
    if asker.team is None:
        raise _refused(asker, "league.for_teams")
    return asker.team


TeamOf = Annotated[int, Depends(_team)]


async def _operator(asker: AskerOf) -> None:
    if not asker.is_operator:
        raise _refused(asker, "league.for_operator")


def operator_router(prefix: str = "") -> APIRouter:
    """A router for routes that only the operator may use."""
    return APIRouter(
        prefix=f"/api/league/operator{prefix}", tags=["the operator"],
        dependencies=[Depends(_operator)], responses=problems(401, 503),
    )  # fmt: skip


def team_router(prefix: str = "") -> APIRouter:
    """A router for routes that only teams may use; each of them must take a `TeamOf`."""
    return APIRouter(prefix=f"/api/league{prefix}", tags=["a team"], responses=problems(401, 503))


def _refused(asker: Asker, key: str) -> Refusal:
    """The refusal of a route to someone who may not use it: 401 without a session, else 403."""
    is_nobody = asker.team is None and not asker.is_operator
    status = HTTPStatus.UNAUTHORIZED if is_nobody else HTTPStatus.FORBIDDEN
    return Refusal(status, "no_session" if is_nobody else "not_yours", Sentence(key))


def wrong_secret(server: LeagueServer, asker: Asker) -> Refusal:
    """Counts a wrong secret and returns the refusal of it.

    After too many wrong secrets from an address, the refusal says to wait. A right secret still
    works from there, because a whole class may share an address.
    """
    if server.attempts.are_too_many(asker.address):
        return TooMany(
            HTTPStatus.TOO_MANY_REQUESTS, "problem.limit_address", "attempts",
            server.attempts.MOST, int(server.attempts.SECONDS),
        )  # fmt: skip
    server.attempts.note(asker.address)
    return Refusal(HTTPStatus.FORBIDDEN, "wrong_secret", Sentence("league.wrong_link"))


def first_of(found: Iterable[_Found], key: str) -> _Found:
    """The first item.

    Raises:
        Refusal: 404 with the sentence ``key``, when there is no item.
    """
    for one in found:
        return one
    raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence(key))
