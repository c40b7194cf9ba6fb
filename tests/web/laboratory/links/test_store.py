"""Games by link in the database."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.web.laboratory.links.game import GameClock, LinkGame
from enraya.web.laboratory.links.store import IDLE_DAYS, UNFINISHED_DAYS, LinkStore
from enraya.web.laboratory.stores.database import open_database
from enraya.web.server.limits import TooMany
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import Share
from enraya.web.server.visitor import Visitor
from tests.web.laboratory.links.making import acted, begun, played, waiting, wish

DAY = 24 * 3600.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LinkStore]:
    with closing(open_database(tmp_path)) as database:
        yield LinkStore(database)


def test_a_saved_change_is_visible_to_any_reader_of_the_file(
    store: LinkStore, tmp_path: Path
) -> None:
    store.add(begun(), 0)
    store.change("game", 1, lambda game: played(game, "44"))
    with closing(open_database(tmp_path)) as database:
        assert LinkStore(database).get("game").position.moves == "44"


def test_a_refused_change_returns_the_current_game(store: LinkStore) -> None:
    store.add(played(begun(), "4"), 0)
    changed = store.change("game", 1, lambda game: game.act(0, wish(game, "move", "4"), 1))
    assert changed.refusal is not None
    assert changed.refusal.code == "not_your_turn"
    assert changed.game.position.moves == "4"


def test_a_late_move_finds_the_game_lost_on_time(store: LinkStore) -> None:
    store.add(played(begun(clock=GameClock.of(10, 0)), "4", now=0), 0)
    changed = store.change("game", 11, lambda game: played(game, "4"))
    assert changed.refusal is not None
    assert changed.refusal.code == "game_over"
    assert store.get("game").winner == 1


def test_two_writers_do_not_overwrite_each_other(store: LinkStore, tmp_path: Path) -> None:
    store.add(begun(), 0)
    with closing(open_database(tmp_path)) as database:
        other = LinkStore(database)

        def slow(game: LinkGame) -> LinkGame:
            other.change("game", 1, lambda game: played(game, "7"))
            return played(game, "4")

        changed = store.change("game", 1, slow)
    assert changed.refusal is not None
    assert changed.refusal.code == "game_changed"
    assert store.get("game").position.moves == "7"


def test_clocks_run_again_after_a_restart(store: LinkStore) -> None:
    store.add(played(begun(clock=GameClock.of(10, 0)), "4", now=0), 0)
    store.add(replace(begun(), id="without-clock"), 0)
    (game,) = store.resume(1000)
    assert game == store.get("game")
    assert game.settled(1009) is game


def test_finished_and_never_joined_games_expire_first(store: LinkStore) -> None:
    store.add(replace(begun(), id="playing"), 0)
    store.add(replace(waiting(), id="waiting"), 0)
    store.add(replace(acted(begun(), 0, "resign"), id="over"), 0)
    store.expire((IDLE_DAYS - 1) * DAY)
    for link in ("playing", "waiting", "over"):
        assert store.get(link)
    store.expire((IDLE_DAYS + 1) * DAY)
    assert store.get("playing")
    for link in ("waiting", "over"):
        with pytest.raises(Refusal, match="no game"):
            store.get(link)
    store.expire((UNFINISHED_DAYS + 1) * DAY)
    with pytest.raises(Refusal, match="no game"):
        store.get("playing")


def test_one_visitor_cannot_use_up_all_games(tmp_path: Path) -> None:
    store = LinkStore(open_database(tmp_path), Share(1, 2, 3, 0))
    greedy = Visitor("greedy", "192.0.2.1", is_operator=False)
    store.add(begun(), 0, greedy)
    with pytest.raises(TooMany, match="games by link: 1"):
        store.add(replace(begun(), id="another"), 0, greedy)
    store.add(replace(begun(), id="theirs"), 0, replace(greedy, session="patient"))
