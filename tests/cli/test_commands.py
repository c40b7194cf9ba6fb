"""The commands as a user types them."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from enraya import Position
from tests.cli.running import enraya
from tests.processes import hear_ctrl_c


def test_show_draws_the_position() -> None:
    done = enraya("show", "4453")
    assert done.returncode == 0
    assert done.stdout == f"{Position.parse('4453')}\n\n"


def test_show_writes_an_svg_file(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    done = enraya("show", "4453", "--svg", str(target))
    assert done.returncode == 0
    assert target.read_text().startswith("<svg")
    assert list(tmp_path.iterdir()) == [target]


def test_show_refuses_to_write_where_it_cannot(tmp_path: Path) -> None:
    done = enraya("show", "4453", "--svg", str(tmp_path / "absent" / "board.svg"))
    assert done.returncode == 2
    assert "cannot write" in done.stderr


@pytest.mark.parametrize("export", ["--json", "text"])
def test_what_show_prints_it_reads_again(export: str, tmp_path: Path) -> None:
    source = tmp_path / "position"
    printed = enraya("show", "4453", *([export] if export.startswith("--") else []))
    source.write_text(printed.stdout)
    done = enraya("show", "--from", str(source), "--moves")
    assert Position.parse(done.stdout) == Position.parse("4453")


def test_show_refuses_a_broken_drawing() -> None:
    done = enraya("show", "--from", "-", given="....\n..X.\n....\n....\n")
    assert done.returncode == 2
    assert "hangs above an empty cell" in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_is_a_filter_that_keeps_lines_aligned() -> None:
    done = enraya("replay", "--rules", "boom", given="4\n4x\n\nB\n55654453667472B\n")
    lines = done.stdout.split("\n")
    assert done.returncode == 2
    assert len(lines) == 6
    assert [line == "" for line in lines] == [False, True, False, True, False, True]
    assert json.loads(lines[2])["moves"] == ""
    assert json.loads(lines[4]) == {
        "moves": "55654453667472B",
        "rows_from_bottom": ["...2222", "...4111", "....22.", *["......."] * 4],
        "to_move": 1,
        "round": 5,
        "bombs": [True, False],
        "over": True,
        "winner": 2,
    }
    assert "line 2: move 2 of '4x'" in done.stderr
    assert "line 4: move 1 of 'B': player 1 has no bomb" in done.stderr


def test_a_filter_survives_bytes_that_are_no_text() -> None:
    done = enraya("replay", given=b"\xff\xfe4\n44\n")
    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[1])["moves"] == "44"


def test_rules_lists_every_rule_set() -> None:
    names = [entry["name"] for entry in json.loads(enraya("rules", "--json").stdout)]
    assert names == ["classic", "boom", "desconecta"]
    assert "desconecta" in enraya("rules").stdout


def test_perft_counts_lines_and_positions() -> None:
    assert enraya("perft", "4").stdout.split() == ["1", "7", "2", "49", "3", "343", "4", "2401"]
    assert enraya("perft", "--distinct", "--size", "4x4").stdout.strip() == "161029"


def test_warmup_succeeds_in_silence_without_a_terminal() -> None:
    done = enraya("warmup")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_bench_playouts_reports_every_rule_set() -> None:
    rows = json.loads(enraya("bench", "playouts", "--games", "100", "--json").stdout)
    assert [row["rules"] for row in rows][:3] == ["classic", "classic(columns=8, rows=8)", "boom"]
    assert all(row["games_per_second"] > 0 for row in rows)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "44x"], "move 3 of '44x': 'x' is no move; columns are 1-7"),
        (["show", "4444444"], "move 7 of '4444444': column 4 is full after '444444'"),
        (["show", "44556671"], "move 8 of '44556671': the game '4455667' is over"),
        (["show", "B"], "rule set 'classic' has no bombs"),
        (["show", "--rules", "bom", "4"], "unknown rule set 'bom'; did you mean 'boom'?"),
        (["show", "--size", "3x3"], "at least 4"),
        (["show", "--size", "9x8"], "at most 64 cells"),
        (["show", "--size", "8"], "'8' is no board size; write columns x rows"),
        (["show", "--size", "8x8", "--rules", "boom"], "--size goes with the classic rules"),
        (["show", "--rules", "classic(columns=8"], "expected ',' or ')'"),
        (["show", "--rules", "classic(width=8)"], "has no parameter 'width'"),
        (["show", "--from", "/nonexistent"], "cannot read '/nonexistent'"),
        (["perft"], "give a depth"),
        (["perft", "--distinct", "--rules", "boom"], "cannot be counted"),
        (["play", "--second", "rndom"], "did you mean 'random'?"),
        (["nonsense"], "No such command"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_two(arguments: list[str], sentence: str) -> None:
    done = enraya(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_two_humans_play_a_game_to_the_end() -> None:
    done = enraya("play", "--second", "human", given="1\n2\n1\n2\n1\n2\n1\n")
    assert done.returncode == 0
    assert "X wins: four in a line" in done.stdout
    assert "moves: 1212121" in done.stdout


def test_play_explains_an_illegal_move_and_asks_again() -> None:
    done = enraya("play", "--second", "human", given="9\nB\nhello\n4\nquit\n")
    assert done.returncode == 0
    assert "'9' is no move" in done.stdout
    assert "has no bombs" in done.stdout
    assert "left after '4'" in done.stdout


def test_undo_takes_back_the_humans_move_and_the_answer() -> None:
    done = enraya("play", given="4\nundo\nundo\n3\nquit\n")
    assert "there is no move of yours to take back" in done.stdout
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
