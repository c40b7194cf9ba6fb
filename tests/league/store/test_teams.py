"""Teams, their links and sessions, and the reasons that the log keeps."""

import pytest

from enraya.errors import InvalidSetting
from enraya.league.model.records import Team, TeamState
from enraya.league.store.access import MOST_SESSIONS
from enraya.league.store.log import MOST_REASON, check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.store.teams import MOST_MEMBERS, MOST_NAME, check_name
from tests.league.making import join


def add(store: LeagueStore, name: str, alias: str = "", members: tuple[str, ...] = ()) -> Team:
    with store.database.transaction():
        return store.teams.add(name, alias, members, most=2, who="join link")


def test_names_are_accepted_exactly_within_the_bounds() -> None:
    assert check_name("name", "x") == "x"
    assert len(check_name("name", "x" * MOST_NAME)) == MOST_NAME
    for name in ("", " ", "x" * (MOST_NAME + 1), "a\x07"):
        with pytest.raises(InvalidSetting, match="the name must have 1 to 60"):
            check_name("name", name)


def test_a_team_has_at_most_ten_members_and_empty_lines_do_not_count(store: LeagueStore) -> None:
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


def test_the_oldest_session_of_a_link_ends_when_there_are_too_many(store: LeagueStore) -> None:
    with store.database.transaction():
        link = store.access.new_link("operator")
        secrets = [store.access.open_session(link) or "" for _ in range(MOST_SESSIONS)]
        assert all(store.access.session(secret) for secret in secrets)
        store.access.open_session(link)
        alive = [secret for secret in secrets if store.access.session(secret)]
        assert alive == secrets[1:]


def test_only_links_of_the_operator_and_of_teams_open_sessions(store: LeagueStore) -> None:
    team = join(store, "Uno")
    with store.database.transaction():
        made = {kind: store.access.new_link(kind) for kind in ("operator", "join")}
        made["team"] = store.access.new_link("team", team)
        assert [link[:2] for link in store.access.links()] == [
            ("join", None), ("operator", None), ("team", team),
        ]  # fmt: skip
        opened = {kind: store.access.open_session(secret) for kind, secret in made.items()}
    assert opened["join"] is None
    for kind, of_team in (("operator", None), ("team", team)):
        assert store.access.session(opened[kind] or "") == (kind, of_team)
    with store.database.transaction():
        assert store.access.open_session("guessed") is None
        store.access.new_link("operator")
    assert store.access.session(opened["operator"] or "") is None, "it ends with its link"
    assert store.access.link(made["operator"]) is None
    kept = b"".join(file.read_bytes() for file in store.folder.glob("league.sqlite*"))
    assert not [secret for secret in (*made.values(), *opened.values())
                if secret and secret.encode() in kept], "only hashes are kept"  # fmt: skip


def test_a_reason_has_from_one_letter_to_the_maximum() -> None:
    assert check_reason("  a \n b ") == "a b"
    assert check_reason("x") == "x"
    assert len(check_reason("x" * MOST_REASON)) == MOST_REASON
    for reason in ("", " \n", "x" * (MOST_REASON + 1)):
        with pytest.raises(InvalidSetting, match="say why"):
            check_reason(reason)
