"""Who takes part: names, members, and how many there may be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.league.model.records import Team, TeamState
from enraya.league.store.store import LeagueStore
from enraya.league.store.teams import MOST_MEMBERS, MOST_NAME, check_name
from tests.league.making import make_league


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    with make_league(tmp_path / "ia") as made:
        yield made


def add(store: LeagueStore, name: str, alias: str = "", members: tuple[str, ...] = ()) -> Team:
    with store.database.transaction():
        return store.teams.add(name, alias, members, most=2, who="join link")


def test_names_at_the_bounds_are_taken_and_those_beyond_are_not() -> None:
    assert check_name("name", "x") == "x"
    assert len(check_name("name", "x" * MOST_NAME)) == MOST_NAME
    for name in ("", " ", "x" * (MOST_NAME + 1), "a\x07"):
        with pytest.raises(InvalidSetting, match="the name must have 1 to 60"):
            check_name("name", name)


def test_a_team_has_at_most_so_many_members_and_empty_lines_are_none(store: LeagueStore) -> None:
    names = tuple(f"Ana {number}" for number in range(MOST_MEMBERS))
    assert add(store, "A", members=(*names, " ")).members == names
    with pytest.raises(InvalidSetting, match="at most 10 members"):
        add(store, "B", members=(*names, "Bo"))


def test_a_team_is_found_by_its_number_its_name_or_its_alias(store: LeagueStore) -> None:
    with pytest.raises(InvalidSetting, match="there are: none yet"):
        store.teams.find("Uno")
    one, two = add(store, "Uno", "Águilas"), add(store, "Dos")
    assert two.alias == "Dos"
    assert [store.teams.find(text) for text in ("1", " uno ", "ÁGUILAS")] == [one, one, one]
    assert store.teams.find("dos") == two
    with store.database.transaction():
        store.teams.set_state(one.id, TeamState.REMOVED)
    with pytest.raises(InvalidSetting, match="no team 'Tres'; there are: 2 'Dos'"):
        store.teams.find("Tres")


def test_a_team_that_left_makes_room_but_keeps_its_number_and_its_names(store: LeagueStore) -> None:
    add(store, "Uno"), add(store, "Dos", "Águilas")
    with pytest.raises(InvalidSetting, match="full"):
        add(store, "Tres")
    with store.database.transaction():
        store.teams.set_state(2, TeamState.REMOVED)
    for name, alias, taken in (("DOS", "x", "name"), ("Tres", "águilas", "alias")):
        with pytest.raises(InvalidSetting, match=f"the {taken} .* is taken"):
            add(store, name, alias)
    assert add(store, "Tres").id == 3
