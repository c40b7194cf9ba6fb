"""What the operator sees of a league as a whole, and the links that they make."""

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from enraya.errors import InvalidSetting
from enraya.league.work.submissions import remove_team, return_team
from enraya.web.league.routes import operator
from enraya.web.league.routes.operator import overview, revoke_team_link, team_link, version
from enraya.web.league.schemas import Reason
from enraya.web.server.problems import Refusal
from tests.league.making import join, submit
from tests.web.league.making import open_server


@pytest.mark.parametrize(
    ("worker", "is_working"),
    [(None, False), (SimpleNamespace(pid=None), False), (SimpleNamespace(pid=17), True)],
)
def test_a_league_works_while_its_worker_has_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: Any, is_working: bool
) -> None:
    monkeypatch.setattr(operator, "_protection", dict)
    with open_server(tmp_path / "ia") as server:
        assert asyncio.run(overview(replace(server, worker=worker))).is_working is is_working


def test_a_version_is_found_by_its_number_in_the_league(tmp_path: Path) -> None:
    with open_server(tmp_path / "ia") as server:
        made = [submit(server.store, join(server.store, name)) for name in ("A", "B")]
        assert asyncio.run(version(server, made[1].id)).id == made[1].id
        with pytest.raises(Refusal):
            asyncio.run(version(server, made[1].id + 1))


LOST = Reason(reason="lost")


def test_only_a_team_that_takes_part_gets_a_link(tmp_path: Path) -> None:
    with open_server(tmp_path / "ia") as server:
        team = join(server.store, "A")
        remove_team(server.store, team, "a test")
        with pytest.raises(InvalidSetting):
            asyncio.run(team_link(server, team, LOST))
        return_team(server.store, team, "a test")
        secret = asyncio.run(team_link(server, team, LOST)).path.removeprefix("team#")
        holder = server.store.access.link(secret)
        assert holder is not None
        assert (holder.kind, holder.team) == ("team", team)


def test_a_team_that_is_not_there_has_no_link(tmp_path: Path) -> None:
    with open_server(tmp_path / "ia") as server:
        team = join(server.store, "A")
        for change in (team_link, revoke_team_link):
            with pytest.raises(Refusal):
                asyncio.run(change(server, team + 1, LOST))
