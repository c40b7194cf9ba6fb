"""The positions, rules and solver that options ask for."""

import json
from pathlib import Path

import pytest

from enraya import Position
from enraya.cli.common.options import SolverOptions
from enraya.cli.common.positions import chosen_rules, parse_size
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.jsonform import format_json
from enraya.rules.classic import classic
from enraya.solver import Solver
from tests.cli.running import enraya, printed

WIDE = "classic(columns=8, rows=7)"
OTHER_DIGITS = "8x\N{ARABIC-INDIC DIGIT SEVEN}"
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


@pytest.mark.parametrize("size", ["8x7", "8X7", "8×7", "08x007"])
def test_a_size_is_columns_and_rows(size: str) -> None:
    assert parse_size(size) == classic(8, 7)


@pytest.mark.parametrize(
    "size", ["", "8", "x", "8x", "x7", "8x7x6", "8 x 7", "8x1000", OTHER_DIGITS]
)
def test_malformed_sizes_are_refused(size: str) -> None:
    with pytest.raises(EnrayaError, match="is not a board size"):
        parse_size(size)


@pytest.mark.parametrize("rules", ["classic", " classic ", WIDE])
def test_a_size_is_accepted_with_the_classic_rules_of_any_or_the_same_size(rules: str) -> None:
    assert chosen_rules(rules, "8x7") == classic(8, 7)
    assert chosen_rules(WIDE, None) == classic(8, 7)


@pytest.mark.parametrize(
    ("rules", "words"),
    [(WIDE, "contradicts"), ("classic(columns=7, rows=6)", "contradicts"), ("boom", "its own")],
)
def test_a_size_that_contradicts_the_rules_is_refused(rules: str, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        chosen_rules(rules, "8x8")


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
def test_drawings_and_json_are_answered_like_moves(command: str, tmp_path: Path) -> None:
    expected = without_order(answer(command, MOVES))
    file = tmp_path / "position.txt"
    file.write_text(DRAWING)
    assert without_order(answer(command, "--from", str(file))) == expected
    assert without_order(answer(command, "--from", "-", given=DRAWING)) == expected
    json_text = format_json(Position.parse(MOVES))
    assert without_order(answer(command, "--from", "-", given=json_text)) == expected


def test_move_accepts_the_drawing_of_a_bomb_game() -> None:
    position = Position.parse("55654453667472", "boom")
    asked = ("move", "--rules", "boom", "--agent", "alphabeta(depth=2, eval=ugr-groups)")
    chosen = printed(*asked, "--from", "-", given=str(position))
    assert chosen.split()[:5] == printed(*asked, position.moves).split()[:5]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_malformed_position_is_refused(command: str) -> None:
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


@pytest.mark.parametrize(("seconds", "times"), [(None, 0), (0.0, 1), (2.5, 1)])
def test_a_solver_with_a_time_limit_is_prepared_first(
    seconds: float | None, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = list[Solver]()
    monkeypatch.setattr(Solver, "prepare", lambda solver: prepared.append(solver))
    SolverOptions(1, no_book=True, no_cache=True, limit_seconds=seconds, table_mb=4).make_solver()
    assert len(prepared) == times
