"""`enraya play` as a user types it."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.cli.running import enraya, printed
from tests.processes import hear_ctrl_c

PORTO = "alphabeta(depth=4, eval=rivest, style=porto)"


def test_two_humans_play_a_game_to_the_end() -> None:
    done = enraya("play", "--second", "human", given="1\n2\n1\n2\n1\n2\n1\n")
    assert done.returncode == 0
    assert "X wins: four in a line" in done.stdout
    assert "moves: 1212121" in done.stdout


def test_play_explains_an_illegal_move_and_asks_again() -> None:
    done = enraya("play", "--second", "human", given="9\nB\nhello\n4\nquit\n")
    assert done.returncode == 0
    assert "'9' is not a move" in done.stdout
    assert "has no bombs" in done.stdout
    assert "left after '4'" in done.stdout


def test_undo_takes_back_the_humans_move_and_the_answer() -> None:
    done = enraya("play", given="4\nundo\nundo\n3\nquit\n")
    assert "you have no move to take back" in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("left after '3")


def test_play_reaches_an_explosion() -> None:
    moves = "\n".join("55654453667472")
    done = enraya("play", "--second", "human", "--rules", "boom", given=f"{moves}\nB\n")
    assert "the next stone is a bomb" in done.stdout
    assert "B for BOOM" in done.stdout
    assert "O wins: four in a line" in done.stdout


def test_ctrl_c_leaves_the_game() -> None:
    command = [sys.executable, "-c", "from enraya.cli import main; main()", "play"]
    with subprocess.Popen(
        [*command, "--second", "human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("4\n")
        game.stdin.flush()
        while "O to move" not in game.stdout.readline():
            pass
        game.send_signal(signal.SIGINT)
        rest = game.stdout.read()
    assert game.returncode == 0
    assert "left after '4'" in rest


def test_the_end_of_input_leaves_the_game() -> None:
    done = enraya("play", given="4\n")
    assert done.returncode == 0
    assert "left after '4" in done.stdout


def test_random_players_finish_a_game_the_same_way_for_the_same_seed() -> None:
    games = {
        enraya("play", "--first", "random", "--seed", "5", "--rules", rules).stdout
        for rules in ("classic", "classic")
    }
    assert len(games) == 1
    assert "moves: " in games.pop()


def test_play_prints_what_each_move_cost() -> None:
    text = printed("play", "--first", "script(11111)", "--second", PORTO, "--stats")
    assert "moves: 1411151312" in text
    assert "column 4, explored 408, " in text
    assert text.count("mean") == 10


def test_play_takes_an_agent_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")
    assert "moves: " in printed(
        "play", "--first", f"file:{path}", "--second", "random", "--seed", "1"
    )
