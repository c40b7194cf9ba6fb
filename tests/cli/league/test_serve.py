"""What `enraya league serve` makes of its options, without serving."""

from pathlib import Path

import pytest

from enraya.league.store.store import LeagueStore
from tests.cli.running import printed
from tests.cli.serving import free_port, servers_made
from tests.league.making import make_league

NAME = ("--name", "league.example.org")
ADDRESS = "https://league.example.org/"


@pytest.fixture(autouse=True)
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
