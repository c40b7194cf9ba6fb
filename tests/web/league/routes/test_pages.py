"""The pages of a league: their document, games move by move, tables and curves."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from enraya.league.model.settings import LANGUAGE_NAMES
from enraya.league.rank.ranking import publish_ranking
from enraya.league.rank.results import read_results
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from enraya.web.league.routes.pages import VIEWS
from enraya.web.server.application import STATIC
from tests.league.making import add_version, enter_agent
from tests.web.league.running import Links, person, running_league
from tests.web.running import wait_until

SKELETONS = STATIC / "skeletons"
EXAMPLES = Path(__file__).parents[4] / "examples" / "agents"
GAMES = 24


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Links]]:
    """A league in which two teams and the baselines have played some games."""
    folder = tmp_path_factory.mktemp("league") / "ia"
    links = Links(folder, max_pairs=4)
    with LeagueStore(folder) as store:
        for name, spec in (("strong", "level(3)"), ("weak", "random")):
            enter_agent(store, name, spec)
        Worker(store, engine="serial").run(lambda: store.arena.count(1) >= GAMES)
        publish_ranking(store, read_results(store))
    with running_league(folder) as address:
        yield address, links


@pytest.fixture(scope="module")
def everybody(league: tuple[str, Links]) -> Iterator[httpx.Client]:
    with person(league[0]) as client:
        yield client


@contextmanager
def member(league: tuple[str, Links], team: int) -> Iterator[httpx.Client]:
    """A browser of a team."""
    address, links = league
    with person(address, links.new("team", team)) as client:
        yield client


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_serves_the_document_with_the_scripts_of_the_league(
    everybody: httpx.Client, view: str
) -> None:
    answer = everybody.get(re.sub(r"\{\w+\}", "1", view))
    assert answer.headers["content-type"].startswith("text/html")
    assert "/static/js/league.js" in answer.text
    assert "main.js" not in answer.text
    for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text):
        assert everybody.get(file).is_success, file


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_the_skeleton_of_every_language_is_its_complete_example(language: str) -> None:
    code = (STATIC / "js" / "league" / "skeletons.js").read_text()
    found = re.search(rf'{language}: {{ file: "([^"]+)", suffixes: \[([^]]+)\]', code)
    assert found, language
    assert re.findall(r'"([^"]+)"', found[2]) == list(LANGUAGE_NAMES[language])
    assert (SKELETONS / f"{found[1]}.txt").read_text() == (EXAMPLES / found[1]).read_text()


def test_a_game_is_shown_move_by_move_and_reviewed(everybody: httpx.Client) -> None:
    game = everybody.get("/api/league/games").json()[0]
    positions = everybody.get(f"/api/league/games/{game['id']}/positions").json()
    assert [one["moves"] for one in positions] == [
        game["moves"][:plies] for plies in range(len(game["moves"]) + 1)
    ]
    review = everybody.get(f"/api/league/games/{game['id']}/review").json()
    assert review["complete"]
    assert [move["is_opening"] for move in review["moves"]].count(True) == len(game["opening"])
    assert everybody.get("/api/league/games/999999/review").status_code == 404


def test_the_cross_table_is_the_sum_of_the_games(everybody: httpx.Client) -> None:
    table = everybody.get("/api/league/cross-table").json()
    games = everybody.get("/api/league/games").json()
    cells = [cell for row in table["cells"] for cell in row if cell]
    assert sum(sum(cell.values()) for cell in cells) == 2 * len(games)
    for i, row in enumerate(table["cells"]):
        for j, cell in enumerate(row):
            other = table["cells"][j][i]
            assert (cell and (cell["wins"], cell["draws"])) == (
                other and (other["losses"], other["draws"])
            )


def test_the_curve_of_a_team_ends_at_its_rating_and_its_losses_add_up(
    league: tuple[str, Links],
) -> None:
    with member(league, 1) as client:
        curve = client.get("/api/league/team/curve").json()
        row = next(row for row in client.get("/api/league/ranking").json() if row["is_mine"])
        losses = client.get("/api/league/team/losses").json()
    assert curve[-1]["games"] == row["games"]
    assert curve[-1]["elo"] == pytest.approx(row["elo"], abs=1)
    assert curve[-1]["low"] < curve[-1]["elo"] < curve[-1]["high"]
    for group in ("opponent", "side"):
        mine = [one for one in losses if one["group"] == group]
        assert sum(one["games"] for one in mine) == row["games"]
        assert sum(one["lost"] for one in mine) == row["games"] - row["points"]


def test_lost_points_by_phase_and_opponent_add_up_and_are_kept(
    league: tuple[str, Links],
) -> None:
    with member(league, 2) as client:
        row = next(row for row in client.get("/api/league/ranking").json() if row["is_mine"])
        path = "/api/league/team/given-away"
        found = wait_until(client, path, lambda now: now["judged"] == now["games"])
        assert found["games"] > 0
        assert sum(cell["points"] for cell in found["cells"]) == row["games"] - row["points"]
        moves = [move for cell in found["cells"] for move in cell["moves"] if move["ply"]]
        move = moves[0]
        review = client.get(f"/api/league/games/{move['game']}/review").json()
        assert review["moves"][move["ply"] - 1]["label"] in ("mistake", "blunder")
    with LeagueStore(league[1].folder) as store:
        assert len(store.published("turns 2")) == found["judged"]


def test_a_team_can_compare_only_versions_that_may_play(league: tuple[str, Links]) -> None:
    path = "/api/league/team/comparison"
    with member(league, 2) as client:
        assert client.get(path).json() is None
        assert client.post(path, json={"one": 1, "other": 9}).status_code == 404
        refused = client.post(path, json={"one": 1, "other": 1})
        assert (refused.status_code, refused.json()["reason"]) == (422, "league.compare_two")
        with LeagueStore(league[1].folder) as store:
            add_version(store, 2, "level(1)")
        assert client.post(path, json={"one": 2, "other": 1}).json()["verdict"] == "open"
        state = client.get(path).json()
        assert (state["one"], state["other"], state["games"], state["wins"]) == (1, 2, 100, 0)


def test_a_link_is_shown_as_a_qr_code(everybody: httpx.Client) -> None:
    answer = everybody.post("/api/league/qr", json={"link": "http://127.0.0.1:8000/join#secret"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert everybody.post("/api/league/qr", json={"link": "x" * 501}).status_code == 422
