"""Links that the operator makes for teams."""

import asyncio
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.league.work.submissions import remove_team, return_team
from enraya.web.league.routes.operator import revoke_team_link, team_link
from enraya.web.league.schemas import Reason
from enraya.web.server.problems import Refusal
from tests.league.making import join
from tests.web.league.making import open_server

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
