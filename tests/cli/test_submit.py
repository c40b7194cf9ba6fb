"""`enraya submit`, and its session at the server of a league."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from enraya.cli import submit
from enraya.cli.submit import LeagueClient
from enraya.errors import EnrayaError, InvalidSetting
from enraya.league.store.store import LeagueStore
from tests.cli.running import enraya, printed
from tests.league.making import LEFTMOST, make_league
from tests.web.league.running import running_league

JOINED = {"link": {"path": "team#own"}}
HOST = "league.example.org"
Answer = tuple[int, Any]


@dataclass
class ScriptedLeague:
    """What the server of a league answers to each ``METHOD path``, in turn, and was asked."""

    answers: dict[str, list[Answer]]
    asked: list[tuple[str, bytes]] = field(default_factory=list)
    link: str = f"http://{HOST}/team#secret"

    def requests(self) -> list[str]:
        """The requests, in order."""
        return [request for request, _ in self.asked]

    def handle(self, request: httpx.Request) -> httpx.Response:
        """The answer to a request; no other host answers."""
        if request.url.host != HOST:
            raise httpx.ConnectError("there is nobody")
        name = f"{request.method} {request.url.path.removeprefix('/api/league/')}"
        self.asked.append((name, request.read()))
        left = self.answers.get(name)
        status, found = left.pop(0) if left else (404, {"detail": f"no more {name}"})
        return httpx.Response(status, content=b"" if found is None else json.dumps(found))


@contextmanager
def scripted_league(answers: dict[str, list[Answer]]) -> Iterator[ScriptedLeague]:
    """Gives these answers besides those to a session's beginning and end."""
    session: dict[str, list[Answer]] = {
        "POST session": [(200, {"team": 1})],
        "DELETE session": [(204, None), (204, None)],
    }
    league = ScriptedLeague({**session, **answers})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(httpx.HTTPTransport, "handle_request", league.handle)
        yield league


def version(state: str, place: int | None = None, reason: str = "") -> dict[str, Any]:
    """The server's report on version 7."""
    return {"number": 7, "digest": "0123456789abcdef", "state": state, "place": place,
            "sentence": None, "reason": reason}  # fmt: skip


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of an agent; the environment names another league than the one that is given."""
    monkeypatch.setattr(submit, "_PAUSE_SECONDS", 0.0)
    monkeypatch.setenv("ENRAYA_LEAGUE", "http://other.example.org/team#other")
    file = tmp_path / "mine.py"
    file.write_text("content")
    return str(file)


def test_changes_in_the_state_of_a_version_are_shown(mine: str) -> None:
    steps = [version("received", 2), version("received", 1), version("compiled"), version("active")]
    answers = {"POST versions": [(201, version("received", 2))],
               "GET versions/7": [(200, step) for step in steps]}  # fmt: skip
    with scripted_league(answers) as league:
        told = printed("submit", mine, "--league", league.link, "--lang", "en")
    assert told.splitlines() == [
        "version 7 is received and kept (0123456789ab…)",
        "received; place 2 in the queue",
        "received; place 1 in the queue",
        "compiled; its trial games are being played",
        "active: it plays for your team",
    ]


def test_without_waiting_the_state_is_not_requested_again(
    mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scripted_league({"POST versions": [(201, version("received", 2))]}) as league:
        monkeypatch.setenv("ENRAYA_LEAGUE", league.link)
        told = printed("submit", mine, "--no-wait", "--lang", "en")
        assert told.splitlines()[1:] == ["received"]
        assert league.requests() == ["POST session", "POST versions", "DELETE session"]


def test_a_team_that_joins_gets_its_own_link_and_submits_with_it(mine: str) -> None:
    answers = {"POST teams": [(201, JOINED)], "POST versions": [(201, version("late"))]}
    with scripted_league(answers) as league:
        told = printed("submit", mine, "--league", league.link, "--join", "Uno", "--lang", "en")
        assert told.splitlines()[0].endswith(f"http://{HOST}/team#own")
        sent = [body for request, body in league.asked if request == "POST session"]
    assert [json.loads(body) for body in sent] == [{"secret": "own"}]


@pytest.mark.parametrize("state", ["rejected", "failed"])
def test_a_version_that_does_not_play_is_a_failure_with_its_reason(mine: str, state: str) -> None:
    answers = {"POST versions": [(201, version(state, reason="no choose"))]}
    with scripted_league(answers) as league:
        done = enraya("submit", mine, "--league", league.link)
    assert (done.returncode, "no choose" in done.stderr) == (1, True)


def test_a_file_that_cannot_be_read_is_not_sent(mine: str) -> None:
    with scripted_league({}) as league:
        with pytest.raises(EnrayaError, match="cannot read"):
            printed("submit", f"{mine}.absent", "--league", league.link)
        assert league.asked == []


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submit, "_RETRY_SECONDS", 0.0)


@pytest.mark.parametrize(
    "link",
    [
        "ftp://127.0.0.1/team#secret",
        "http:///team#secret",
        "http://127.0.0.1/team",
        "team#secret",
        "http://[::1/team#secret",
        "http://é..b/team#secret",
    ],
)
def test_a_link_has_a_host_and_a_secret_after_the_hash(link: str) -> None:
    with pytest.raises(InvalidSetting, match=r"not a team.s link"):
        LeagueClient(link)


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
def test_refusals_are_reported_at_once_and_other_errors_after_retries(
    status: int, attempts: int
) -> None:
    refusals: list[Answer] = [(status, {"detail": "no way"})] * attempts
    with scripted_league({"POST versions": refusals}) as league:
        with LeagueClient(league.link) as client, pytest.raises(InvalidSetting, match="no way"):
            client.submit("mine.py", b"content")
        assert league.requests().count("POST versions") == attempts


def test_a_server_that_does_not_answer_is_named() -> None:
    with (
        scripted_league({}),
        pytest.raises(InvalidSetting, match=r"other\.example\.org does not answer"),
        LeagueClient("http://other.example.org/team#secret"),
    ):
        pass


@pytest.mark.slow
def test_a_team_joins_and_submits_from_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ia"
    with make_league(folder) as store:
        secret = store.access.new_link("join")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_bytes(LEFTMOST)
    (tmp_path / "wrong.py").write_text("def choose(position, limit):\n    return 1 / 0\n")
    with running_league(folder, works=True) as address:
        link = f"{address}/join#{secret}"
        joined = printed("submit", "mine.py", "--league", link, "--join", "Uno", "--lang", "en")
        assert "active: it plays for your team" in joined
        link = joined.partition("shown once: ")[2].split()[0]
        monkeypatch.setenv("ENRAYA_LEAGUE", link)
        refused = enraya("submit", "wrong.py", "--lang", "es")
        assert refused.returncode == 1
        assert "ZeroDivisionError: division by zero (wrong.py, línea 2)" in refused.stderr
        assert "rechazada" in refused.stderr
        assert "rechazada" not in refused.stdout
        sent = printed("submit", "mine.py", "--no-wait", "--lang", "en")
        assert "version 3 is received and kept" in sent
        foreign = enraya("submit", "mine.py", "--league", f"{address}/team#guessed")
        assert foreign.returncode == 2
        assert "this link is not valid" in foreign.stderr
    with LeagueStore(folder) as store:
        assert not store.access.session("guessed")
        assert store.database.number("SELECT count(*) FROM sessions") == 0
