"""A position given as a drawing or as JSON, to every command that answers for a position."""

import json
from pathlib import Path

import pytest

from enraya import Position
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.jsonform import format_json
from tests.cli.running import enraya, printed

MOVES = "443355"
DRAWING = str(Position.parse(MOVES))
COMMANDS = {
    "show": (),
    "replay": (),
    "move": ("--agent", "greedy", "--json"),
    "heuristics": ("rivest",),
    "solve": ("--threads", "1"),
    "analyse": ("--threads", "1", "--json"),
}


def answer(command: str, *arguments: str, given: str = "") -> str:
    """What the command prints, without what differs between two runs."""
    text = printed(command, *COMMANDS[command], *arguments, given=given)
    if not text.startswith("{"):
        return text
    return json.dumps({key: value for key, value in json.loads(text).items() if key != "seconds"})


def without_order(text: str) -> str:
    """The text with the moves of the game sorted: a drawing does not tell their order."""
    for moves in set(text.split()) | set(text.split('"')):
        if len(moves) == len(MOVES) and sorted(moves) == sorted(MOVES):
            text = text.replace(moves, MOVES)
    return text.replace("(O)", " O ").replace("(X)", " X ")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_drawing_and_json_are_answered_like_moves(command: str, tmp_path: Path) -> None:
    expected = without_order(answer(command, MOVES))
    file = tmp_path / "position.txt"
    file.write_text(DRAWING)
    assert without_order(answer(command, "--from", str(file))) == expected
    assert without_order(answer(command, "--from", "-", given=DRAWING)) == expected
    json_text = format_json(Position.parse(MOVES))
    assert without_order(answer(command, "--from", "-", given=json_text)) == expected


def test_move_takes_a_drawing_on_its_own_board() -> None:
    drawing = str(Position.parse("443355", "classic(columns=8, rows=8)"))
    assert printed("move", "--from", "-", "--agent", "greedy", given=drawing)[0] in "26"


def test_move_takes_the_drawing_of_a_bomb_game() -> None:
    position = Position.parse("55654453667472", "boom")
    asked = ("move", "--rules", "boom", "--agent", "alphabeta(depth=2, eval=ugr-groups)")
    chosen = printed(*asked, "--from", "-", given=str(position))
    assert chosen.split()[:5] == printed(*asked, position.moves).split()[:5]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_position_that_is_not_one_is_refused(command: str) -> None:
    with pytest.raises(EnrayaError, match="hangs above an empty cell"):
        answer(command, "--from", "-", given="....\n..X.\n....\n....\n")
    with pytest.raises(InvalidSetting, match=r"cannot read '/absent'"):
        answer(command, "--from", "/absent")
    if command != "heuristics":
        with pytest.raises(InvalidSetting, match="give no moves with it"):
            answer(command, "4453", "--from", "-", given=DRAWING)


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_the_solver_refuses_the_json_of_a_bomb_game(command: str) -> None:
    done = enraya(command, "--from", "-", given=format_json(Position.parse("44", "boom")))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "classic" in done.stderr
