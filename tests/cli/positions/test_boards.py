"""`enraya show`, `replay` and `perft` as a user types them."""

import json
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.game import counting
from enraya.game.counting import count_by_depth, count_lines, count_positions
from enraya.game.position import Position
from enraya.rules.classic import classic
from tests.cli.running import answer, enraya, printed


@pytest.mark.parametrize(("moves", "named"), [("4453", "4453"), ("", "the empty board")])
def test_show_describes_the_position_it_has_drawn(moves: str, named: str, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert printed("show", moves, "--svg", str(target)) == f"{target}: {named}\n"
    assert target.read_text().startswith("<svg")


@pytest.mark.parametrize("export", ["--json", "text"])
def test_show_reads_its_own_output(export: str, tmp_path: Path) -> None:
    source = tmp_path / "position"
    shown = enraya("show", "4453", *([export] if export.startswith("--") else []))
    source.write_text(shown.stdout)
    done = enraya("show", "--from", str(source), "--moves")
    assert Position.parse(done.stdout) == Position.parse("4453")


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


def test_a_filter_survives_bytes_that_are_not_text() -> None:
    done = enraya("replay", given=b"\xff\xfe4\n44\n")
    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[1])["moves"] == "44"


@pytest.mark.parametrize("rules", ["boom", "desconecta"])
def test_replay_reproduces_every_trace(rules: str, testdata: Path) -> None:
    traces = (testdata / f"{rules}.jsonl").read_text().splitlines()
    moves = "".join(f"{json.loads(trace)['moves']}\n" for trace in traces)
    done = enraya("replay", "--rules", rules, given=moves)
    assert done.returncode == 0
    assert done.stdout.splitlines() == traces


def test_perft_counts_lines_and_positions() -> None:
    assert enraya("perft", "4").stdout.split() == ["1", "7", "2", "49", "3", "343", "4", "2401"]
    assert enraya("perft", "--distinct", "--size", "4x4").stdout.strip() == "161029"
    counts = answer("perft", "2")["counts"]
    assert counts == [{"plies": 1, "lines": 7}, {"plies": 2, "lines": 49}]


def test_lines_are_counted_up_to_the_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_LINES", 1000)
    counts = count_by_depth(Position.start(), 40)
    assert [next(counts), next(counts), next(counts)] == [7, 49, 343]
    with pytest.raises(InvalidSetting, match="4 moves deep there may be more than 1,000 lines"):
        next(counts)


def test_a_finished_game_has_no_lines_and_depths_are_limited() -> None:
    assert printed("perft", "0").split() == ["0", "1"]
    over = Position.parse("4455667")
    assert list(count_by_depth(over, counting.MOST_DEPTH)) == [0] * counting.MOST_DEPTH
    with pytest.raises(InvalidSetting, match="a depth is from 0 to"):
        list(count_by_depth(over, counting.MOST_DEPTH + 1))


def test_deep_counts_are_sums_of_shallow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("112233", classic(4, 4))
    whole = [count_lines(position, depth) for depth in range(9)]
    monkeypatch.setattr(counting, "_AT_ONCE", 2)
    assert [count_lines(position, depth) for depth in range(9)] == whole


def test_boards_with_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MOST_BOARDS", 1000)
    with pytest.raises(InvalidSetting, match="too many positions to count"):
        count_positions(classic())
