"""Limits per browser, per address and in total, on a public laboratory."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse

from enraya.game.position import Position
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.links.store import LinkStore
from enraya.web.laboratory.runs.runs import Run, RunQueue, State
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.games import GameStore
from enraya.web.laboratory.stores.uploads import MOST_VERSIONS, Uploads
from enraya.web.server import limits
from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.limits import (
    BURST_SECONDS,
    Attempts,
    InUse,
    RequestRate,
    TooMany,
    Usage,
    check_share,
)
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import DAY_SECONDS, KEPT_SECONDS, Limits, ServerSettings, Share
from enraya.web.server.visitor import OPERATOR, Visitor
from tests.processes import wait_until
from tests.web.laboratory.links.making import begun
from tests.web.running import begin, client_of, laboratory_client, running_laboratory

pytestmark = pytest.mark.anyio

DOCS = Path(__file__).parents[3] / "docs" / "web.md"
SOMEBODY = Visitor("somebody", "192.0.2.1", is_operator=False)
NEIGHBOUR = replace(SOMEBODY, session="neighbour")
STRANGER = Visitor("stranger", "192.0.2.2", is_operator=False)
SHARE = Share(session=4, address=8, total=20, reserve=5)
START = Position.start()
PLAYERS = ("human", "human")


@pytest.mark.parametrize(
    ("visitor", "held", "limit"),
    [
        (SOMEBODY, Usage(3, 7, 14), None),
        (SOMEBODY, Usage(4, 4, 4), "this browser"),
        (SOMEBODY, Usage(0, 8, 8), "your network address"),
        (SOMEBODY, Usage(0, 1, 15), "nearly full"),
        (SOMEBODY, Usage(0, 0, 19), None),
        (SOMEBODY, Usage(0, 0, 20), "the laboratory has reached"),
        (OPERATOR, Usage(9, 9, 19), None),
        (OPERATOR, Usage(0, 0, 20), "the laboratory has reached"),
    ],
)
def test_shares_are_limited_by_visitor_by_address_and_in_total(
    visitor: Visitor, held: Usage, limit: str | None
) -> None:
    if limit is None:
        check_share("games", SHARE, visitor, held)
    else:
        with pytest.raises(TooMany, match=limit) as caught:
            check_share("games", SHARE, visitor, held)
        assert caught.value.headers


def test_uses_are_counted_until_they_end() -> None:
    in_use = InUse("streams", Share(1, 2, 10, 0))
    with in_use.by(SOMEBODY):
        with pytest.raises(TooMany, match="this browser"), in_use.by(SOMEBODY):
            pass
        third = replace(SOMEBODY, session="third")
        for _ in range(2):
            with in_use.by(NEIGHBOUR), pytest.raises(TooMany, match="address"), in_use.by(third):
                pass
        with in_use.by(STRANGER):
            pass
    with in_use.by(SOMEBODY):
        pass
    nobody = replace(SOMEBODY, session="")  # one of many at their address, not one browser
    with in_use.by(nobody), in_use.by(nobody), pytest.raises(TooMany), in_use.by(nobody):
        pass


def test_the_docs_have_every_limit() -> None:
    text = DOCS.read_text()
    for name, share in Limits()._asdict().items():
        if isinstance(share, Share):
            row = " | ".join([name.replace("_", " "), *(f"{number:,}" for number in share)])
            assert f"| {row} |" in text
    for what, seconds in KEPT_SECONDS.items():
        assert f"| {what} | {round(seconds / DAY_SECONDS)} days |" in text
    assert f"send {Limits().requests} requests a second" in re.sub(r"\s+", " ", text)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(tmp_path)) as found:
        yield found


def test_a_new_game_replaces_the_oldest_of_its_browser(database: sqlite3.Connection) -> None:
    games = GameStore(database, SHARE)
    theirs = games.add(START, PLAYERS, 1.0, STRANGER)
    mine = [games.add(START, PLAYERS, 1.0, SOMEBODY) for _ in range(4)]
    with pytest.raises(TooMany):  # all of them are in use
        games.add(START, PLAYERS, 1.0, SOMEBODY)
    database.execute("UPDATE games SET updated = updated - 7200")
    database.execute("UPDATE games SET updated = updated - 1 WHERE id = ?", (mine[2].id,))
    games.add(START, PLAYERS, 1.0, SOMEBODY)
    left = {game.id for game in games.all_of(SOMEBODY, 50)}
    assert len(left) == 4
    assert mine[2].id not in left
    assert games.get(theirs.id), "which is even older than mine"


def test_a_new_game_replaces_the_operators_oldest_when_all_is_full(
    database: sqlite3.Connection,
) -> None:
    games = GameStore(database, Share(1, 1, 2, 0))
    first = games.add(START, PLAYERS, 1.0, OPERATOR)
    games.add(START, PLAYERS, 1.0, SOMEBODY)
    database.execute("UPDATE games SET updated = updated - 7200")
    games.add(START, PLAYERS, 1.0, OPERATOR)
    assert first.id not in {game.id for game in games.all_of(OPERATOR, 50)}
    assert len(games.all_of(SOMEBODY, 50)) == 1


def test_uploads_have_limits(database: sqlite3.Connection, tmp_path: Path) -> None:
    uploads = Uploads(database, tmp_path / "agents", True, Share(1, 2, 9, 0))
    first = uploads.add("a", "# 1", SOMEBODY)
    assert uploads.add("a", "# 1", SOMEBODY).id == first.id
    for name, source in (("a", "# 2"), ("b", "# 1")):
        with pytest.raises(TooMany, match="this browser"):
            uploads.add(name, source, SOMEBODY)
    uploads.add("a", "# 1", NEIGHBOUR)
    with pytest.raises(TooMany, match="address"):
        uploads.add("a", "# 1", replace(SOMEBODY, session="third"))
    uploads.add("a", "# 1", STRANGER)


def test_a_new_version_replaces_the_oldest_above_the_limit(
    database: sqlite3.Connection, tmp_path: Path
) -> None:
    uploads = Uploads(database, tmp_path / "agents", True)
    first, *rest = (uploads.add("a", f"# {n}", SOMEBODY) for n in range(MOST_VERSIONS))
    assert [one.version for one in (first, *rest)] == list(range(1, MOST_VERSIONS + 1))
    other = uploads.add("b", "# 0", SOMEBODY)
    assert (other.version, other.id != first.id) == (1, True)
    uploads.add("a", "# new", SOMEBODY, in_use={first.id})
    kept = [one.id for one in uploads.all_of(SOMEBODY) if one.name == "a"]
    assert first.id in kept
    uploads.add("a", "# newer", SOMEBODY)
    kept = [one.id for one in uploads.all_of(SOMEBODY) if one.name == "a"]
    assert (len(kept), first.id in kept, rest[-1].id in kept) == (MOST_VERSIONS, False, True)
    renamed = uploads.rename(kept[0], "c", SOMEBODY)
    assert (renamed.name, renamed.version) == ("c", MOST_VERSIONS)
    assert {one.name for one in uploads.all_of(SOMEBODY)} == {"b", "c"}


@pytest.mark.parametrize(
    ("added", "seen", "is_kept"),
    [(89, None, True), (91, None, False), (91, 89, True), (91, 91, False)],
)
def test_an_upload_is_kept_while_its_owner_comes_back(
    database: sqlite3.Connection, tmp_path: Path, added: int, seen: int | None, is_kept: bool
) -> None:
    uploads, now = Uploads(database, tmp_path / "agents", True), time()
    uploads.add("a", "# 1", SOMEBODY)
    database.execute("UPDATE uploads SET added = ?", (now - added * DAY_SECONDS,))
    if seen is not None:
        when = now - seen * DAY_SECONDS
        database.execute("INSERT INTO sessions VALUES ('somebody', '', 0, ?, ?)", (when, when))
    uploads.expire(now, ())
    assert len(uploads.all_of(SOMEBODY)) == is_kept


def test_runs_have_limits(tmp_path: Path) -> None:
    limits = Limits()._replace(waiting_runs=Share(2, 3, 9, 0), runs=Share(3, 9, 9, 0))
    with closing(RunQueue(tmp_path, {}, limits)) as runs:
        mine = [runs.add("evolution", {}, SOMEBODY) for _ in range(2)]
        with pytest.raises(TooMany, match="waiting runs: 2"):
            runs.add("evolution", {}, SOMEBODY)
        runs.stop("evolution", mine[0].id, SOMEBODY)
        runs.add("evolution", {}, SOMEBODY)
        with pytest.raises(TooMany, match="waiting runs"):
            runs.resume("evolution", mine[0].id, SOMEBODY)
        runs.stop("evolution", mine[1].id, SOMEBODY)
        with pytest.raises(TooMany, match="runs: 3"):
            runs.add("evolution", {}, SOMEBODY)
        runs.remove("evolution", mine[1].id, SOMEBODY)
        runs.add("evolution", {}, SOMEBODY)
        runs.add("evolution", {}, NEIGHBOUR)
        with pytest.raises(TooMany, match="address"):
            runs.add("evolution", {}, NEIGHBOUR)
        runs.add("evolution", {}, STRANGER)


def test_models_have_a_limit_of_their_own(tmp_path: Path) -> None:
    limits = Limits()._replace(models=Share(1, 9, 9, 0))
    with closing(RunQueue(tmp_path, {}, limits)) as runs:
        runs.add("learning", {}, SOMEBODY)
        with pytest.raises(TooMany, match=": 1"):
            runs.add("learning", {}, SOMEBODY)
        runs.add("evolution", {}, SOMEBODY)


def order_of(folder: Path, visitors: list[Visitor], seconds: float = 1000.0) -> list[str]:
    """Whose runs are worked on, one after the other; the first asks whether to make room."""
    order: list[str] = []

    def work(run: Run, check: Callable[[], None]) -> None:
        order.append(run.owner)
        if len(order) == 1:
            check()

    queue = RunQueue(folder, {"evolution": work})
    queue.slice_seconds = seconds
    for visitor in visitors:
        queue.add("evolution", {}, visitor)
    queue.start()
    states = [State.FINISHED] * len(visitors)
    wait_until(lambda: [run.state for run in queue.all("evolution")] == states)
    queue.close()
    return order


def test_runs_of_different_addresses_take_turns(tmp_path: Path) -> None:
    order = order_of(tmp_path, [SOMEBODY, SOMEBODY, NEIGHBOUR, STRANGER, STRANGER])
    assert order[:4] == ["somebody", "stranger", "neighbour", "stranger"]


@pytest.mark.parametrize(("seconds", "again"), [(0.0, ["somebody"]), (1000.0, [])])
def test_only_a_long_run_yields_to_that_of_another_visitor(
    tmp_path: Path, seconds: float, again: list[str]
) -> None:
    order = order_of(tmp_path, [SOMEBODY, STRANGER], seconds)
    assert order == ["somebody", "stranger", *again]


def test_only_old_and_finished_items_expire(tmp_path: Path) -> None:
    laboratory = Laboratory(ServerSettings(store=tmp_path, allow_uploads=True, table_mb=4))
    games, runs = laboratory.games, laboratory.runs
    _, session = laboratory.sessions.create(replace(SOMEBODY, session=""))
    visitor = replace(SOMEBODY, session=session.name)
    played = games.save(games.add(START, PLAYERS, 1.0, visitor).play(4))
    empty = games.add(START, PLAYERS, 1.0, visitor)
    operators = games.add(START, PLAYERS, 1.0, OPERATOR)
    waiting = runs.add("evolution", {}, visitor)
    ended = runs.add("evolution", {}, visitor)
    runs.stop("evolution", ended.id, visitor)
    upload = laboratory.uploads.add("mine", "# mine", visitor)
    links = LinkStore(open_database(tmp_path))
    links.add(replace(begun(), id="by-link"), time(), visitor)
    needed = laboratory.uploads.add("needed", "# needed", visitor)
    for kept, source in ((upload, "# mine"), (needed, "# needed")):
        laboratory.uploads.write(kept, source)
    runs.add("tournament", {"agents": [needed.agent, "random"]}, visitor)

    def after(days: float) -> None:
        asyncio.run(laboratory.expire(time() + days * DAY_SECONDS))

    after(1)
    assert {game.id for game in games.all_of(visitor, 9)} == {played.id, empty.id}
    after(3)
    assert {game.id for game in games.all_of(visitor, 9)} == {played.id}
    assert len(laboratory.uploads.all_of(visitor)) == 2
    assert links.get("by-link")
    after(91)
    with pytest.raises(Refusal, match="no game"):
        LinkStore(open_database(tmp_path)).get("by-link")
    assert games.all_of(visitor, 9) == []
    assert [game.id for game in games.all_of(OPERATOR, 9)] == [operators.id]
    assert [run.id for run in runs.all("evolution")] == [waiting.id]
    assert [kept.id for kept in laboratory.uploads.all_of(visitor)] == [needed.id]
    assert not (tmp_path / "agents" / f"{upload.id}.py").exists()
    assert (tmp_path / "agents" / f"{needed.id}.py").exists()
    laboratory.close()


def test_inventing_sessions_does_not_raise_the_limit_of_an_address(tmp_path: Path) -> None:
    limits = Limits()._replace(games=Share(2, 4, 100, 0))
    with running_laboratory(tmp_path, has_operator=True, limits=limits) as address:
        answers = [httpx.post(f"{address}/api/games", json={}) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [201] * 4 + [429] * 2
        assert answers[-1].json()["reason"] == "limit_address"
        with client_of(address, "127.0.0.2") as other:
            assert other.post("/api/games", json={}).status_code == 201


def test_live_pages_have_a_limit(tmp_path: Path) -> None:
    limits = Limits()._replace(streams=Share(1, 2, 9, 0))
    with laboratory_client(tmp_path, has_operator=True, limits=limits) as client:
        path = f"{begin(client, '/api/evolutions', population=8)}/events"
        with client.stream("GET", path) as first:
            assert first.status_code == 200
            refused = client.get(path)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many")


def test_only_the_totals_limit_the_operator_of_a_local_laboratory(tmp_path: Path) -> None:
    limits = Limits()._replace(games=Share(1, 1, 3, 0), requests=1)
    with running_laboratory(tmp_path, limits=limits) as address:
        answers = [httpx.post(f"{address}/api/games", json={}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 409]


def test_wrong_secrets_are_counted_for_some_minutes() -> None:
    clock = [1000.0]
    attempts = Attempts(lambda: clock[0])
    assert not attempts.are_too_many("192.0.2.1")
    for _ in range(Attempts.MOST):
        assert not attempts.are_too_many("192.0.2.1")
        attempts.note("192.0.2.1")
    assert attempts.are_too_many("192.0.2.1")
    assert not attempts.are_too_many("192.0.2.2")
    clock[0] += Attempts.SECONDS
    assert attempts.are_too_many("192.0.2.1")
    clock[0] += 1.0
    assert not attempts.are_too_many("192.0.2.1")
    attempts.note("192.0.2.1")
    assert not attempts.are_too_many("192.0.2.1")
    for number in range(limits.MOST_ADDRESSES + 1):
        if number < Attempts.MOST:
            attempts.note("192.0.2.3")
        attempts.note(f"10.0.0.{number}")
    assert attempts.are_too_many("192.0.2.3"), "only those who need not wait are forgotten"


RATE = 3
BURST = RATE * BURST_SECONDS
OPEN = ServerSettings(is_local=False, limits=Limits()._replace(requests=RATE))


class Door:
    """A server behind the limit of requests, and a clock that stands still."""

    def __init__(self, settings: ServerSettings = OPEN) -> None:
        self.now = 1000.0
        self.paused = 0
        self.rate = RequestRate(PlainTextResponse("in"), settings, lambda: self.now, self._sleep)

    async def _sleep(self, _seconds: float) -> None:
        self.paused += 1

    async def ask(self, address: str | None = "192.0.2.1", count: int = 1) -> list[int]:
        """The status of the answers to some requests."""
        client: Any = address and (address, 1)
        transport = httpx.ASGITransport(self.rate, client=client)
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as visitor:
            return [(await visitor.get("/")).status_code for _ in range(count)]


@pytest.fixture
def door() -> Door:
    return Door()


async def test_requests_above_the_rate_are_refused(door: Door) -> None:
    assert await door.ask(count=BURST) == [200] * BURST
    assert door.paused == 0
    assert (await door.ask(), door.paused) == ([429], 1)
    assert await door.ask("192.0.2.2") == await door.ask(None) == [200]


async def test_the_count_of_requests_falls_at_the_allowed_rate(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 1)
    await door.ask(count=BURST)
    door.now += 1.0
    assert await door.ask(count=RATE + 1) == [200] * RATE + [429]
    await door.ask("192.0.2.2")
    assert await door.ask() == [429], "only addresses that were quiet are forgotten early"
    door.now += 1000.0
    assert await door.ask(count=BURST + 1) == [200] * BURST + [429]


@pytest.mark.parametrize(
    ("settings", "is_personal"),
    [
        ({}, True),
        ({"is_local": False}, False),
        ({"has_operator": True}, False),
        ({"proxies": THIS_MACHINE}, False),
        ({"names": frozenset({"enraya.example"})}, False),
    ],
)
async def test_requests_are_limited_unless_only_this_machine_reaches_the_laboratory(
    settings: dict[str, Any], is_personal: bool
) -> None:
    found = replace(OPEN, **({"is_local": True} | settings))
    assert found.is_personal is is_personal
    assert (429 in await Door(found).ask(count=BURST + 1)) is not is_personal
