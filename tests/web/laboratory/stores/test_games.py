"""Games over the network."""

from pathlib import Path

import httpx
import pytest

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.games import GameStore, KeptGame
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import Limits
from enraya.web.server.visitor import OPERATOR
from tests.web.running import begin, laboratory_client

GAMES = "/api/games"


def step(client: httpx.Client, game: str, name: str, **body: object) -> httpx.Response:
    return client.post(f"{game}/{name}", json=body or None)


def test_a_person_and_an_agent_take_turns(client: httpx.Client) -> None:
    game = begin(client, GAMES, second="level(3)")
    after = step(client, game, "moves", move="4").json()
    assert after["position"]["moves"] == "4"
    after = step(client, game, "reply").json()
    assert after["position"]["moves"].startswith("4")
    assert len(after["position"]["moves"]) == 2
    assert after["thinking"]["move"] == after["position"]["moves"][-1]
    assert client.get(game).json() == after


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("mcts(iterations=200)", {"iterations", "nodes"}),
        ("alphabeta(depth=3)", {"depth", "nodes"}),
        ("perfect", {"nodes"}),
    ],
)
def test_the_thoughts_of_an_agent_are_in_the_answer(
    client: httpx.Client, agent: str, told: set[str]
) -> None:
    game = begin(client, GAMES, first=agent, second="human", moves="44", seconds=30)
    thinking = step(client, game, "reply").json()["thinking"]
    assert all(thinking[name] is not None for name in {*told, "seconds"})
    assert thinking["stopped"] is False
    assert [column["move"] for column in thinking["columns"]] == list("1234567")
    measures = ("visits", "score", "uct") if "iterations" in told else ("score",)
    for measure in measures:
        assert all(column[measure] is not None for column in thinking["columns"])


def test_the_page_is_told_that_time_ran_out(client: httpx.Client) -> None:
    begun = begin(client, GAMES, first="minimax(depth=30)", second="human", seconds=0.1)
    assert step(client, begun, "reply").json()["thinking"]["stopped"] is True


def test_a_search_tree_is_reused_at_the_next_move(client: httpx.Client) -> None:
    game = begin(
        client, GAMES, first="mcts(iterations=300, reuse=true)", second="human", seconds=30
    )
    first = step(client, game, "reply").json()["thinking"]
    assert first["iterations"] == 300
    step(client, game, "moves", move="4")
    assert step(client, game, "reply").json()["thinking"]["iterations"] > 300


def test_an_agent_plays_a_game_as_it_does_in_python(client: httpx.Client) -> None:
    agent, position = parse_agent("random(seed=5)"), Position.start()
    game = begin(client, GAMES, first="random(seed=5)", second="human")
    for _ in range(4):
        position = position.play(agent.choose(position, Limit()).move)
        assert step(client, game, "reply").json()["position"]["moves"] == position.moves
        position = position.play(4)
        step(client, game, "moves", move="4")


def test_undo_goes_back_to_the_person_and_redo_forward_again(client: httpx.Client) -> None:
    game = begin(client, GAMES, second="script(11)")
    for name, body in (("moves", {"move": "4"}), ("reply", {}), ("moves", {"move": "5"})):
        step(client, game, name, **body)
    assert step(client, game, "undo").json()["position"]["moves"] == "41"
    back = step(client, game, "undo").json()
    assert (back["position"]["moves"], back["undone"]) == ("", "415")
    assert step(client, game, "undo").json()["code"] == "illegal_move"
    assert step(client, game, "redo").json()["position"]["moves"] == "41"
    assert step(client, game, "redo").json()["position"]["moves"] == "415"
    assert step(client, game, "redo").json()["code"] == "illegal_move"


def test_a_move_sent_twice_counts_once(client: httpx.Client) -> None:
    game = begin(client, GAMES, second="human")
    assert step(client, game, "moves", move="4", plies=0).status_code == 200
    again = step(client, game, "moves", move="4", plies=0)
    assert (again.status_code, again.json()["code"]) == (409, "game_changed")


def test_only_the_player_to_move_may_move(client: httpx.Client) -> None:
    game = begin(client, GAMES, first="random", second="human")
    assert step(client, game, "moves", move="4").json()["code"] == "not_your_turn"
    step(client, game, "reply")
    assert step(client, game, "reply").json()["code"] == "not_your_turn"


def test_a_game_ends_and_says_who_won(client: httpx.Client) -> None:
    game = begin(client, GAMES, moves="121212", second="human")
    state = step(client, game, "moves", move="1").json()["position"]
    assert (state["over"], state["winner"], state["ending"]) == (True, 1, "line")
    assert len(state["winning_cells"]) == 4
    assert step(client, game, "reply").json()["code"] == "game_over"
    assert step(client, game, "moves", move="1").json()["code"] == "illegal_move"


def test_a_bomb_game_reports_its_round_actions_and_bombs(client: httpx.Client) -> None:
    game = begin(client, GAMES, rules="boom", moves="5565445366747", second="human")
    state = client.get(game).json()["position"]
    assert (state["round"], state["to_move"], state["actions_left"]) == (4, 2, 2)
    first, second = state["bombs"]
    assert (first["cell"], first["can_explode"]) == ({"column": 4, "row": 3}, False)
    assert (second["cell"], second["due_round"]) == (None, 4)
    state = step(client, game, "moves", move="2").json()["position"]
    assert (state["round"], state["to_move"], state["actions_left"]) == (4, 2, 1)
    assert state["bombs"][1]["can_explode"]
    assert (state["last_mover"], state["can_explode"]) == (2, True)
    state = step(client, game, "moves", move="b").json()["position"]
    assert state["moves"].endswith("B")
    assert state["winner"] == 2


@pytest.mark.parametrize(
    ("rules", "moves", "due"),
    [
        ("boom", "", [4, 4]),
        ("boom", "55654453667", [4, 4]),
        ("boom", "556544536674724B", [8, None]),
        ("desconecta", "1213", [5, 5]),
        ("classic", "4", []),
    ],
)
def test_players_without_a_bomb_know_when_the_next_one_comes(
    client: httpx.Client, rules: str, moves: str, due: list[int | None]
) -> None:
    state = client.get("/api/position", params={"rules": rules, "moves": moves}).json()
    assert [bomb["due_round"] for bomb in state["bombs"]] == due


def test_the_cost_of_the_moves_of_each_agent_is_summed_up(client: httpx.Client) -> None:
    game = begin(client, GAMES, first="alphabeta(depth=3)", second="human", seconds=30)
    told = []
    for move in "14":
        told.append(step(client, game, "reply").json()["thinking"])
        step(client, game, "moves", move=move)
    (found,) = client.get(game).json()["statistics"]
    assert (found["player"], found["moves"]) == (1, 2)
    for name in ("seconds", "nodes", "leaves"):
        first, last = (thinking[name] for thinking in told)
        assert found[name] == {"last": last, "mean": pytest.approx((first + last) / 2)}
    step(client, game, "undo")
    back = step(client, game, "undo").json()
    assert [each["moves"] for each in back["statistics"]] == [1]


def test_games_survive_a_restart(tmp_path: Path) -> None:
    with laboratory_client(tmp_path) as client:
        game = begin(client, GAMES, second="human")
        step(client, game, "moves", move="4")
        after = step(client, game, "moves", move="3").json()
    with laboratory_client(tmp_path) as client:
        assert client.get(game).json() == after


def unsaved(
    moves: str, opening: str = "", players: tuple[str, str] = ("human", "human")
) -> KeptGame:
    return KeptGame("id", 0, Position.parse(moves), opening, "", players, 1.0, 1, {})


def test_replaying_an_undone_move_keeps_the_rest_of_the_line() -> None:
    game = unsaved("1235").undo().undo()
    assert (game.position.moves, game.undone) == ("12", "35")
    assert game.play(3).undone == "5"
    assert game.play(4).undone == ""


def test_thoughts_about_moves_are_dropped_with_the_moves() -> None:
    first, second, third = ({"score": number} for number in (1, 2, 3))
    game = unsaved("").play(1, first).play(2, second).play(3, third)
    back = game.undo().undo()
    assert back.play(2).notes == {1: first, 2: second, 3: third}
    assert back.play(4).notes == {1: first}
    assert back.play(4, third).notes == {1: first, 2: third}


@pytest.mark.parametrize("players", [("human", "random"), ("random", "greedy")])
def test_an_opening_cannot_be_taken_back(players: tuple[str, str]) -> None:
    game = unsaved("445", "44", players)
    assert game.can_undo
    assert game.undo().position.moves == "44"
    assert not game.undo().can_undo


def test_the_version_of_a_game_rises_with_every_change(tmp_path: Path) -> None:
    games = GameStore(open_database(tmp_path), Limits().games)
    game = games.add(Position.start(), ("human", "human"), 1.0, OPERATOR)
    saved = games.save(game.play(4))
    assert saved.version == games.get(game.id).version == game.version + 1
    with pytest.raises(Refusal, match="in the meantime"):
        games.save(game.play(5))
