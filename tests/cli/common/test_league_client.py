"""A team's session at a server: what is a link, what is tried again, what is refused."""

import json

import pytest

from enraya.cli import submit
from enraya.cli.submit import LeagueClient
from enraya.errors import InvalidSetting
from tests.cli.scripted_league import Answer, scripted_league


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submit, "_RETRY_SECONDS", 0.0)


@pytest.mark.parametrize(
    "link",
    ["ftp://127.0.0.1/team#secret", "http:///team#secret", "http://127.0.0.1/team", "team#secret"],
)
def test_a_link_has_a_host_and_a_secret_behind_the_hash(link: str) -> None:
    with pytest.raises(InvalidSetting, match="no link of a team"):
        LeagueClient(link)


def test_a_session_begins_with_the_secret_and_ends() -> None:
    with scripted_league({"GET versions/3": [(200, {"state": "active"})]}) as league:
        with LeagueClient(league.link) as client:
            assert client.version(3) == {"state": "active"}
        assert league.requests() == ["POST session", "GET versions/3", "DELETE session"]
        secret, *others = (body for _, body in league.asked)
        assert json.loads(secret) == {"secret": "secret"}
        assert others == [b"", b""]


def test_the_link_of_an_operator_opens_no_session_of_a_team() -> None:
    with (
        scripted_league({"POST session": [(200, {"team": None})]}) as league,
        pytest.raises(InvalidSetting, match="this is not a team's link"),
        LeagueClient(league.link),
    ):
        pass


def test_a_version_is_sent_again_while_the_server_is_busy() -> None:
    busy: list[Answer] = [(503, {}), (429, {}), (201, {"number": 1})]
    with scripted_league({"POST versions": busy}) as league, LeagueClient(league.link) as client:
        assert client.submit("mine.py", b"content") == {"number": 1}
        sent = [body for request, body in league.asked if request == "POST versions"]
        assert sent == [b"content"] * 3


@pytest.mark.parametrize(("status", "attempts"), [(400, 1), (404, 1), (502, submit._ATTEMPTS)])
def test_a_refusal_is_told_at_once_and_trouble_after_some_attempts(
    status: int, attempts: int
) -> None:
    refusals: list[Answer] = [(status, {"detail": "no way"})] * attempts
    with scripted_league({"POST versions": refusals}) as league:
        with LeagueClient(league.link) as client, pytest.raises(InvalidSetting, match="no way"):
            client.submit("mine.py", b"content")
        assert league.requests().count("POST versions") == attempts


def test_who_does_not_answer_is_named() -> None:
    with scripted_league({}) as league:
        client = LeagueClient(league.link)
    host = league.address.removeprefix("http://")
    with pytest.raises(InvalidSetting, match=f"{host} does not answer"), client:
        pass
