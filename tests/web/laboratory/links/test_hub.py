"""Connections to a game by link."""

import asyncio
from contextlib import ExitStack

import pytest

from enraya.web.laboratory.links.hub import MAX_TABS, MAX_WATCHERS, Hub, Message
from enraya.web.laboratory.links.link_state import PresenceState
from enraya.web.server.problems import TooBusy

pytestmark = pytest.mark.anyio

SOON = 0.05


async def test_a_slow_reader_gets_the_newest_state_only() -> None:
    hub = Hub()
    with hub.listening("x", None, 3) as listener:
        for version in (2, 5, 4, 6):
            hub.publish("x", Message(version, "text"))
        state, presence = await listener.news(SOON)
        assert state == Message(6, "text")
        assert presence == PresenceState(here=[False, False], watchers=1)
        hub.publish("x", Message(6, "text"))
        assert await listener.news(SOON) == (None, None)
    assert len(hub) == 0, "only players are waited for"


async def test_a_player_who_returns_within_the_grace_period_was_never_away() -> None:
    hub = Hub(grace=60)
    with hub.listening("x", 1, 0) as other:
        with hub.listening("x", 0, 0):
            await other.news(SOON)
        assert hub.presence("x").here == [True, True]
        with hub.listening("x", 0, 0):
            assert (await other.news(SOON))[1] is None


async def test_a_player_who_stays_away_is_shown_as_away_and_then_forgotten() -> None:
    hub = Hub(grace=0.01)
    with hub.listening("x", 1, 0) as other:
        with hub.listening("x", 0, 0):
            assert (await other.news(SOON))[1] == PresenceState(here=[True, True], watchers=0)
        state, presence = await other.news(60)
        assert (state, presence) == (None, PresenceState(here=[False, True], watchers=0))
    while len(hub):  # the grace is over soon
        await asyncio.sleep(0.01)


async def test_a_player_with_another_tab_open_stays_present() -> None:
    hub = Hub(grace=0)
    with hub.listening("x", 0, 0):
        with hub.listening("x", 0, 0):
            pass
        await asyncio.sleep(SOON)
        assert hub.presence("x").here == [True, False]


async def test_spectators_do_not_use_the_connections_of_players() -> None:
    hub = Hub(grace=0)
    with ExitStack() as stack:
        for seat, most in ((None, MAX_WATCHERS), (0, MAX_TABS), (1, MAX_TABS)):
            for _ in range(most):
                stack.enter_context(hub.listening("x", seat, 0))
            with pytest.raises(TooBusy):
                stack.enter_context(hub.listening("x", seat, 0))
    while len(hub):  # the grace is over at once
        await asyncio.sleep(0.01)
