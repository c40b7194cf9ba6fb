"""A league from its making to a submission, and what serving it prints."""

import json
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.store.store import LeagueStore
from tests.cli.running import enraya, printed
from tests.cli.serving import free_port, servers_made
from tests.league.making import LEFTMOST, make_league, submit
from tests.web.league.running import running_league

NEW = ("league", "new", "IA 2026", "--rules", "classic(columns=5, rows=4)", "--seconds", "5")
NAME = ("--name", "league.example.org")
ADDRESS = "https://league.example.org/"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which commands are typed, with a league."""
    monkeypatch.chdir(tmp_path)
    assert "ia-2026" in printed(*NEW)
    return tmp_path


def test_a_league_is_made_in_a_folder_of_its_own_and_found_from_around_it(here: Path) -> None:
    found = json.loads(printed("league", "status", "--json"))
    assert (found["name"], found["teams"], found["is_working"]) == ("IA 2026", 0, False)
    assert "random" in printed("league", "status")
    with pytest.raises(EnrayaError, match="there is a league in"):
        printed(*NEW)
    printed("league", "copy", "--to", "IA 2027", "--deadline", "2027-12-17T23:59")
    with pytest.raises(EnrayaError, match="several leagues here: ia-2026, ia-2027"):
        printed("league", "status")
    with LeagueStore(here / "ia-2027") as store:
        assert (store.settings.name, store.settings.seconds) == ("IA 2027", 5.0)
        assert not store.teams.all()


def test_a_teacher_makes_teams_decides_and_looks(here: Path) -> None:
    (here / "students.csv").write_text("team,name\nUno,Ana\nUno,Bo\nDos,Ci\n")
    table = printed("league", "roster", "students.csv", "--address", "https://ia.example.org")
    assert table.splitlines()[0] == "team,name,number,link"
    assert table.count("https://ia.example.org/team#") == 3
    printed("league", "roster", "students.csv", "--renew", "--out", "links.csv")
    assert (here / "links.csv").stat().st_mode & 0o777 == 0o600
    links = (here / "links.csv").read_text()
    with pytest.raises(EnrayaError, match=r"'links\.csv' exists: links are shown once"):
        printed("league", "roster", "students.csv", "--out", "links.csv")
    assert (here / "links.csv").read_text() == links
    with LeagueStore(here / "ia-2026") as store:
        submit(store, 1)
    assert "received" in printed("league", "queue")
    assert json.loads(printed("league", "queue", "--json"))[0]["team"] == 1
    assert "mine.py" in printed("league", "teams", "Uno")
    assert "Dos" in printed("league", "teams")
    printed("league", "remove", "Dos", "--reason", "two accounts")
    printed("league", "readmit", "Dos", "--reason", "a mistake")
    printed("league", "erase", "Dos", "--reason", "asked for it")
    with pytest.raises(EnrayaError, match="there is no team 'Dos'"):
        printed("league", "erase", "Dos", "--reason", "again")
    actions = [one["action"] for one in json.loads(printed("league", "log", "--json"))]
    assert actions[:3] == ["erase", "return", "remove"]
    assert "two accounts" in printed("league", "log", "--team", "2")
    assert printed("league", "link").startswith("http://127.0.0.1:8000/operator#")
    assert printed("league", "link", "--join").startswith("http://127.0.0.1:8000/join#")
    assert printed("league", "link", "Uno").startswith("http://127.0.0.1:8000/team#")
    printed("league", "backup", "ia.zip")
    printed("league", "restore", "ia.zip", "--folder", "again")
    assert json.loads(printed("league", "teams", "--json", "--folder", "again"))[0]["name"] == "Uno"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["league", "status"], "there is no league here"),
        (["league", "serve", "--folder", "nowhere"], "there is no league in"),
        (["league", "new", "X", "--zone", "Mars"], "unknown time zone 'Mars'"),
        (["league", "new", "X", "--deadline", "soon"], "cannot read the time 'soon'"),
        (["league", "new", "X", "--deadline", "9999-12-31T23:59"], "the year of"),
        (["league", "new", "X", "--languages", "cobol"], "unknown language 'cobol'"),
        (["league", "new", "X", "--baseline", "levle(3)"], "unknown agent 'levle'"),
        (["league", "roster", "nobody.csv"], "cannot read 'nobody.csv'"),
        (["league", "restore", "nothing.zip"], "cannot restore"),
        (["submit", "mine.py"], "--league"),
        (["submit", "mine.py", "--league", "http://127.0.0.1/"], "no link of a team"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ENRAYA_LEAGUE", raising=False)
    with pytest.raises(EnrayaError, match=why.replace("(", r"\(")):
        printed(*arguments)


@pytest.mark.slow
def test_a_team_joins_and_submits_from_the_terminal(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join = printed("league", "link", "--join").strip().partition("#")[2]
    (here / "mine.py").write_bytes(LEFTMOST)
    (here / "wrong.py").write_text("def choose(position, limit):\n    return 1 / 0\n")
    with running_league(here / "ia-2026", works=True) as address:
        joined = printed("submit", "mine.py", "--league", f"{address}/join#{join}", "--join", "Uno",
                         "--lang", "en")  # fmt: skip
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
    with LeagueStore(here / "ia-2026") as store:
        assert not store.access.session("guessed")
        assert store.database.number("SELECT count(*) FROM sessions") == 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a league, below the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("enraya.cli.league.serve.check_sandbox", lambda **_: True)
    make_league(tmp_path / "ia").close()
    return tmp_path / "ia"


@pytest.mark.parametrize(
    ("options", "others"), [([], ()), (NAME, ()), (["--trust-proxy", *NAME], (ADDRESS,))]
)
def test_links_are_for_where_visitors_come_from(
    options: list[str], others: tuple[str, ...], folder: Path
) -> None:
    port = str(free_port())
    with servers_made() as made:
        lines = printed("league", "serve", "--port", port, *options).splitlines()
        again = printed("league", "serve", "--port", port, *options).splitlines()
    assert made[0].others == others
    address = others[0] if others else f"http://127.0.0.1:{port}/"
    with LeagueStore(folder) as store:
        assert store.address == address
    operator, join = lines[-2:]
    assert operator.startswith(f"Operator: {address}operator#")
    assert join.startswith(f"Join: {address}join#")
    assert lines[1:-2] == again[1:] == [f"Others can open {one}" for one in others]
