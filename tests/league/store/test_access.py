"""Links, the sessions they open, and the reasons that the log keeps."""

from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.league.store.access import MOST_SESSIONS
from enraya.league.store.log import MOST_REASON, check_reason
from tests.league.making import join, make_league


def test_the_oldest_session_of_a_link_ends_when_there_are_too_many(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store, store.database.transaction():
        link = store.access.new_link("operator")
        secrets = [store.access.open_session(link) or "" for _ in range(MOST_SESSIONS)]
        assert all(store.access.session(secret) for secret in secrets)
        store.access.open_session(link)
        alive = [secret for secret in secrets if store.access.session(secret)]
        assert alive == secrets[1:]


def test_only_links_of_people_who_have_a_place_open_sessions(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        team = join(store, "Uno")
        with store.database.transaction():
            made = {kind: store.access.new_link(kind) for kind in ("operator", "join")}
            assert not store.access.has_link("team", team)
            made["team"] = store.access.new_link("team", team)
            assert store.access.has_link("team", team)
            opened = {kind: store.access.open_session(secret) for kind, secret in made.items()}
        assert opened["join"] is None
        for kind, of_team in (("operator", None), ("team", team)):
            assert store.access.session(opened[kind] or "") == (kind, of_team)
        with store.database.transaction():
            assert store.access.open_session("guessed") is None


def test_a_reason_has_from_one_letter_to_the_most() -> None:
    assert check_reason("  a \n b ") == "a b"
    assert check_reason("x") == "x"
    assert len(check_reason("x" * MOST_REASON)) == MOST_REASON
    for reason in ("", " \n", "x" * (MOST_REASON + 1)):
        with pytest.raises(InvalidSetting, match="say why"):
            check_reason(reason)
