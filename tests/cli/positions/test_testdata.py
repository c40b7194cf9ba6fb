"""The traces of the original bomb games, through the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.running import enraya


@pytest.mark.parametrize("rules", ["boom", "desconecta"])
def test_replay_reproduces_every_trace(rules: str, testdata: Path) -> None:
    traces = (testdata / f"{rules}.jsonl").read_text().splitlines()
    moves = "".join(f"{json.loads(trace)['moves']}\n" for trace in traces)
    done = enraya("replay", "--rules", rules, given=moves)
    assert done.returncode == 0
    assert done.stdout.splitlines() == traces
