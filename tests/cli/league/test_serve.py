"""`enraya league serve`, `link` and `roster`: links and their addresses."""

import re
from pathlib import Path

import pytest

from enraya.cli.serve import print_code
from enraya.errors import EnrayaError
from enraya.league.store.store import LeagueStore
from tests.cli.running import Stream, printed, warnings_of
from tests.cli.serving import servers_made
from tests.league.making import join
from tests.processes import free_port

NAME = ("--name", "league.example.org")
ADDRESS = "https://league.example.org/"
SERVED = "https://served.example.org/"


@pytest.mark.parametrize(
    ("options", "others"), [([], ()), (NAME, ()), (["--trust-proxy", *NAME], (ADDRESS,))]
)
def test_links_are_printed_once_for_the_public_address(
    options: list[str],
    others: tuple[str, ...],
    store: LeagueStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("enraya.cli.league.serve.check_sandbox", lambda **_: True)
    serve = ("league", "serve", "--port", str(free_port()), *options)
    with servers_made() as made:
        lines, again, anew = (
            printed(*command).splitlines() for command in (serve, serve, (*serve, "--new-links"))
        )
    assert made[0].others == others
    address = others[0] if others else f"http://127.0.0.1:{serve[3]}/"
    assert store.address == address
    operator, join = lines[-2:]
    assert operator.startswith(f"Operator: {address}operator#")
    assert join.startswith(f"Join: {address}join#")
    assert lines[1:-2] == again[1:] == [f"Others can open {one}" for one in others]
    assert (len(anew), anew[-1] == join) == (len(lines), False)


@pytest.mark.parametrize(
    ("served", "options", "address"),
    [
        ("", [], "http://127.0.0.1:8000/"),
        (SERVED, [], SERVED),
        (SERVED, ["--address", "https://a.example.org"], "https://a.example.org/"),
        (SERVED, ["--address", "https://a.example.org/"], "https://a.example.org/"),
    ],
)
def test_links_use_the_given_address_or_that_of_the_last_server(
    served: str, options: list[str], address: str, store: LeagueStore
) -> None:
    if served:
        store.set_address(served)
    Path("students.csv").write_text("team\nUno\n")
    (row,) = printed("league", "roster", "students.csv", *options).splitlines()[1:]
    assert row.startswith(f"Uno,1,{address}team#")
    told = warnings_of("league", "roster", "students.csv")
    assert told == "enraya: 0 teams joined, 1 existed already\n"
    for arguments, kind in (([], "operator"), (["Uno"], "team"), (["--join"], "join")):
        made = printed("league", "link", *arguments, *options)
        assert re.fullmatch(rf"{re.escape(address)}{kind}#\S{{32}}\n", made)


@pytest.mark.usefixtures("store")
def test_links_are_written_once_to_a_file_that_only_its_owner_can_read() -> None:
    Path("students.csv").write_text("team,name\nUno,Ana\nUno,Bo\nDos,Ci\n")
    table = printed("league", "roster", "students.csv")
    assert (table.splitlines()[0], table.count("/team#")) == ("team,name,number,link", 3)
    written = ("league", "roster", "students.csv", "--out", "links.csv")
    printed(*written, "--renew")
    links = Path("links.csv")
    assert links.stat().st_mode & 0o777 == 0o600
    kept = links.read_text()
    with pytest.raises(EnrayaError, match=r"'links\.csv' exists: links are shown once"):
        printed(*written)
    assert links.read_text() == kept


def test_a_link_of_a_team_that_does_not_take_part_has_a_warning(store: LeagueStore) -> None:
    join(store, "Uno")
    assert not warnings_of("league", "link", "Uno")
    printed("league", "remove", "Uno", "--reason", "two accounts")
    assert "'Uno' does not take part" in warnings_of("league", "link", "Uno")


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "is_drawn"),
    [("UTF-8", True, True), ("UTF-8", False, False), ("ascii", True, False)],
)
def test_a_qr_code_is_drawn_on_terminals_that_support_it(
    encoding: str, is_terminal: bool, is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Stream(is_terminal=is_terminal, encoding=encoding)
    monkeypatch.setattr("sys.stdout", screen)
    print_code("https://a.example.org/join#secret")
    assert bool(screen.getvalue()) == is_drawn
