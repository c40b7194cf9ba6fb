"""Games, matches and tournaments in one line, with in-process agents."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import enraya
from enraya.arena.store.store import Mistakes
from tests.front.test_players import Second, leftmost


def test_a_game_names_its_players_and_their_moves() -> None:
    game = enraya.play("greedy", leftmost, opening="44")
    assert game.moves.startswith("44")
    assert game.record.agents == ("greedy", "leftmost")
    assert [row["move"] for row in game.rows] == list(range(3, len(game.moves) + 1))
    assert [row["column"] for row in game.rows] == list(game.moves[2:])
    assert game.position.moves == game.moves
    assert f"greedy – leftmost: {game.moves}" in str(game)
    assert json.loads(game.to_json())["moves"] == game.moves
    assert '[First "greedy"]' in game.to_pgn()


def test_an_agent_that_fails_loses_with_a_recorded_reason() -> None:
    game = enraya.play(lambda position: 9, "random")
    assert game.winner == 2
    assert "illegal move: agent 'lambda' answered 9" in str(game)


def test_the_seed_determines_a_game() -> None:
    games = {enraya.play("random", "random", seed=7).moves for _ in range(3)}
    assert len(games) == 1
    (moves,) = games
    assert moves[::2] != moves[1::2]  # each player has a seed of its own


def test_bomb_games_are_played_and_finished_positions_are_refused() -> None:
    game = enraya.play("random", leftmost, rules="boom", seed=1)
    assert game.position.is_over
    assert game.position.rules.name == "boom"
    with pytest.raises(enraya.InvalidSetting, match="is over; it cannot go on"):
        enraya.play("random", "random", opening="1212121")


def test_a_human_is_asked_until_the_move_is_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["9", "centre", "2", "2", "2", "2"])
    questions: list[str] = []

    def answer(question: str) -> str:
        questions.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    game = enraya.play("human", "script(1111)")
    assert game.moves == "2121212"
    assert questions[0] == "X, your move (1-7): "
    assert "'centre' is not a column; columns are 1 to 7; try again" in capsys.readouterr().out


def test_a_match_result_agrees_with_its_games() -> None:
    mine = Second()
    result = enraya.match("greedy", mine, games=6)
    assert result.wins + result.draws + result.losses == 6 == mine.games
    assert result.points == result.wins + result.draws / 2
    assert [row["agent"] for row in result.rows] == ["greedy", "Second"]
    assert {game.record.agents for game in result.games} == {
        ("greedy", "Second"),
        ("Second", "greedy"),
    }
    assert str(result).splitlines()[-1].startswith(f"greedy: {result.wins} wins")
    assert json.loads(result.to_json())["agents"][0]["name"] == "greedy"
    assert len(result.to_frame()) == 2


def test_a_specification_plays_the_same_games_as_on_the_command_line() -> None:
    first, second = (enraya.match("random", "level(2)", games=4) for _ in range(2))
    assert [game.moves for game in first.games] == [game.moves for game in second.games]
    other = enraya.match("random", "level(2)", games=4, seed=2)
    assert [game.moves for game in other.games] != [game.moves for game in first.games]


def test_an_agent_sees_the_limit_of_its_moves() -> None:
    mine = Second()
    enraya.match(mine, "random", games=2, nodes=100, depth=3)
    assert set(mine.limits) == {enraya.Limit(nodes=100, depth=3)}


def test_a_failure_is_reported_below_the_table() -> None:
    def broken(position: enraya.Position) -> int:
        return 1 // (position.plies - position.plies)

    result = enraya.match("random", broken, games=2)
    assert result.wins == 2
    line = broken.__code__.co_firstlineno + 1
    assert "failed (exception): ZeroDivisionError: " in str(result)
    assert f"by zero (test_games.py, line {line})" in str(result)
    assert [row["failed"] for row in result.rows] == [0, 2]


def test_mistakes_are_counted_on_request() -> None:
    result = enraya.match("script(1111)", leftmost, games=2, mistakes=True)
    assert all(0 <= row["wrong"] <= 1 for row in result.rows)
    judged = zip(result.summary.agents, (Mistakes(40, 3, 9), Mistakes(0, 0, 0)), strict=True)
    agents = [replace(row, mistakes=mistakes) for row, mistakes in judged]
    shown = replace(result, summary=replace(result.summary, agents=agents))
    assert [row["wrong"] for row in shown.rows] == [0.075, None]


def test_a_tournament_ranks_texts_functions_and_objects_and_a_mapping_gives_names() -> None:
    agents = ["greedy", leftmost, Second(), leftmost]
    ranking = enraya.tournament(agents)
    assert len(ranking.games) == 12
    names = {row["agent"] for row in ranking.rows}
    assert names == {"greedy", "leftmost", "Second", "leftmost #2"}
    texts = {row.spec for row in ranking.summary.agents}
    assert texts == {"greedy", "here:1", "here:2", "here:3"}
    assert ranking.winner == ranking.rows[0]["agent"]
    ranking = enraya.tournament({"left": leftmost, "pawn": "random"}, kind="knockout")
    assert ranking.winner in ("left", "pawn")
    assert {row["agent"] for row in ranking.rows} == {"left", "pawn"}


def test_a_store_keeps_the_games_of_texts_and_plays_functions_again(tmp_path: Path) -> None:
    file, mine = tmp_path / "games.sqlite", Second()
    enraya.match("random", "greedy", games=2, store=file)
    kept = enraya.match("random", "greedy", games=2, store=str(file))
    assert kept.summary.tournament.id == 1
    for played in (2, 4):
        enraya.match("random", mine, games=2, store=file)
        assert mine.games == played


def test_several_processes_play_the_same_games() -> None:
    games = [
        [game.moves for game in enraya.match("random", "greedy", 4, workers=workers).games]
        for workers in (1, 2)
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("agents", "options", "sentence"),
    [
        (["random", leftmost], {"workers": 2}, "functions and objects play in this process"),
        (["random", "human"], {}, "'human' plays single games"),
        (["random"], {}, "at least two"),
        ("random", {}, "'random' is no list of agents"),
        (leftmost, {}, "is no list of agents"),
        (["random", "greedy"], {"kind": "cup"}, "unknown kind of tournament 'cup'"),
        (["random", "greedy"], {"kind": "sprt"}, "a sequential test needs its bounds"),
        (["perfect", "greedy"], {"rules": "boom"}, "perfect"),
        (["random", "greedy"], {"games": "5"}, "games must be a whole number, not '5'"),
        (["random", "greedy"], {"workers": None}, "workers must be a whole number"),
        (["random", "greedy"], {"nodes": 1.5}, "nodes must be a whole number"),
    ],
)
def test_impossible_tournaments_are_refused(
    agents: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(enraya.EnrayaError, match=sentence):
        enraya.tournament(agents, **options)
