"""`enraya replay` as a user types it."""

import json
from pathlib import Path

import pytest

from tests.cli.running import enraya


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


@pytest.mark.parametrize("rules", ["boom", "desconecta"])
def test_replay_reproduces_every_trace(rules: str, testdata: Path) -> None:
    traces = (testdata / f"{rules}.jsonl").read_text().splitlines()
    moves = "".join(f"{json.loads(trace)['moves']}\n" for trace in traces)
    done = enraya("replay", "--rules", rules, given=moves)
    assert done.returncode == 0
    assert done.stdout.splitlines() == traces
