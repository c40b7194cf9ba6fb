"""`enraya play` as a user types it."""

import os
import pty
import re
import signal
import subprocess

import pytest

from enraya.cli.play import game
from enraya.errors import UnknownName
from tests.cli.running import COMMAND, enraya, printed, started

UP_AND_ERASE = "\x1b[1A\x1b[2K"
PORTO = "alphabeta(depth=4, eval=rivest, style=porto)"


def test_play_explains_an_illegal_move_and_asks_again() -> None:
    done = enraya("play", "--second", "human", given="9\nB\nhello\n4\nquit\n")
    assert done.returncode == 0
    assert "'9' is not a move" in done.stdout
    assert "has no bombs" in done.stdout
    assert "left after '4'" in done.stdout


def test_play_reaches_an_explosion() -> None:
    moves = "\n".join("55654453667472")
    done = enraya("play", "--second", "human", "--rules", "boom", given=f"{moves}\nb\n")
    assert "the next stone is a bomb" in done.stdout
    assert "B for BOOM" in done.stdout
    assert "O wins: four in a line" in done.stdout


def test_ctrl_c_leaves_the_game() -> None:
    with started("play", "--second", "human") as game:
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


def test_random_players_finish_a_game_the_same_way_for_the_same_seed() -> None:
    agents = ("--first", "random", "--second", "random", "--seed", "5")
    one, other = (printed("play", *agents) for _ in range(2))
    assert one == other
    moves = one.rpartition("moves: ")[2]
    assert moves[::2] != moves[1::2]  # each player has a seed of its own


def test_play_prints_the_cost_of_each_move() -> None:
    text = printed("play", "--first", "script(11111)", "--second", PORTO, "--stats")
    assert "moves: 1411151312" in text
    assert "Chose column 4, explored 408 moves.\nTook " in text
    assert text.count("Mean time of moves: ") == 10


def test_the_mean_is_taken_over_the_moves_of_one_player() -> None:
    agents = ("--first", "mcts(iterations=50)", "--second", "random", "--seed", "1")
    text = printed("play", *agents, "--stats", "first")
    seconds = [float(number) for number in re.findall(r"Took ([\d.]+) seconds", text)]
    means = [float(number) for number in re.findall(r"Mean time of moves: ([\d.]+)", text)]
    assert len(seconds) == len(means) > 2
    for count, mean in enumerate(means, start=1):
        assert mean == pytest.approx(sum(seconds[:count]) / count, abs=0.001)


def test_statistics_in_catalan_read_like_those_of_qmatic() -> None:
    agents = ("--first", "alphabeta(depth=2, eval=qmatic)", "--second", "script(1)")
    text = printed("play", *agents, "--size", "8x8", "--stats", "first", "--lang", "ca")
    assert re.search(
        r"^S'ha decidit tirar a la columna \d havent explorat \d+ jugades\.\n"
        r"He tardat \d+,\d{3} segons en decidir\.\n"
        r"Mitja de temps de jugades: \d+,\d{4}$",
        text,
        re.MULTILINE,
    )


@pytest.mark.parametrize(
    ("language", "full", "won", "line"),
    [
        ("en", "column 1 is full after", "X wins with a move in column 2.", "column 2, rows 1 to"),
        ("es", "la columna 1 está llena", "Gana X con una jugada en la columna 2.", "filas 1 a 4"),
        ("pt", "a coluna 1 está cheia", "Ganha X com uma jogada na coluna 2.", "linhas 1 a 4"),
        ("ca", "la columna 1 és plena", "Guanya X amb moviment a la columna 2.", "files 1 a 4"),
    ],
)
def test_a_game_speaks_the_players_language(language: str, full: str, won: str, line: str) -> None:
    moves = "\n".join("11111112324252")
    text = printed("play", "--second", "human", "--lang", language, given=f"{moves}\n")
    assert full in text
    assert won in text
    assert line in text


@pytest.mark.parametrize(
    ("language", "undo", "leave", "left"),
    [
        ("es", "deshacer", "salir", "has salido después de '4'"),
        ("pt", "anular", "sair", "saiu depois de '4'"),
        ("ca", "desfer", "sortir", "has sortit després de '4'"),
        ("ca", "undo", "q", "has sortit després de '4'"),
    ],
)
def test_commands_are_understood_in_the_players_language(
    language: str, undo: str, leave: str, left: str
) -> None:
    given = f"3\n{undo}\n4\n{leave}\n"
    assert left in printed("play", "--second", "human", "--lang", language, given=given)


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENRAYA_LANG")
    monkeypatch.setenv("LC_ALL", "pt_PT.UTF-8")
    assert "saiu antes de jogar" in printed("play")
    monkeypatch.setenv("ENRAYA_LANG", "es")
    assert "has salido antes de jugar" in printed("play")
    monkeypatch.setenv("ENRAYA_LANG", "klingon")
    with pytest.raises(UnknownName, match="unknown language 'klingon'"):
        printed("play")


@pytest.mark.parametrize(("second", "pauses"), [("random", "most"), ("human", "none")])
def test_agents_play_each_other_at_a_pace(
    monkeypatch: pytest.MonkeyPatch, second: str, pauses: str
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(game, "sleep", waited.append)
    agents = ("--first", "random", "--second", second, "--seed", "3")
    text = printed("play", *agents, "--pace", "3", given="1\nquit\n")
    if pauses == "none":
        assert waited == []
    else:
        assert waited == [3.0] * (text.count(" plays ") - 1)


def in_a_terminal(*arguments: str, typed: str, **variables: str) -> str:
    """What `enraya ARGUMENTS` shows in a terminal in which this is typed ahead."""
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment = {**kept, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **variables}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        try:
            while more := os.read(ours, 1 << 16):
                shown += more
        except OSError:  # the terminal is gone with the program
            pass
        assert process.wait() == 0
    os.close(ours)
    return shown.decode()


def test_someone_at_a_terminal_is_asked_to_play_again() -> None:
    game = "1\n2\n1\n2\n1\n2\n1\n"
    arguments = ("play", "--second", "human", "--lang", "ca")
    shown = in_a_terminal(*arguments, typed=f"{game}s\n{game}n\n")
    assert shown.count("Tornar a jugar? (s/n)") == 2
    assert shown.count("jugades: 1212121") == 2


@pytest.mark.parametrize("has_colour", [True, False])
def test_in_a_terminal_the_board_is_redrawn_in_place(has_colour: bool) -> None:
    variables = {} if has_colour else {"NO_COLOR": "1"}
    shown = in_a_terminal("play", "--second", "human", typed="4\nundo\nquit\n", **variables)
    drawn = 10  # an empty line, six rows, their names, the player to move, the question
    assert shown.count(UP_AND_ERASE * drawn) == 2
    assert ("38;5;214" in shown) == has_colour
    assert has_colour == bool(re.search(r"\x1b\[([\d;]*;)?[349]\d[;m]", shown))


@pytest.mark.parametrize(
    ("rules", "hint"),
    [("classic", "pista: 4 (gana en 41)"), ("boom", "ayuda): pista: ")],
)
def test_a_human_gets_hints(rules: str, hint: str) -> None:
    arguments = ("--second", "human", "--rules", rules, "--lang", "es")
    shown = printed("play", *arguments, given="?\npista\nhint\nsalir\n")
    assert "1-7: soltar una ficha en esa columna\n" in shown
    assert ("B: hacer explotar la bomba\n" in shown) == (rules == "boom")
    assert "rendirse: dar la partida por perdida\n" in shown
    assert shown.count(hint) == 2
