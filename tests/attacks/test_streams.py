"""Random bytes as the answers of real processes: each ends in a fault or a legal move, in time."""

from pathlib import Path
from random import Random

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent
from enraya.agents.text.spec import parse_spec
from enraya.bench.fuzz.lines import random_line
from enraya.isolation.faults import AgentFault

STREAMS = 1_000
PARTS = 4
CODE = """
import os, time
from pathlib import Path

STREAM = Path(__file__).with_name("stream").read_bytes()

def choose(position, limit):
    os.write(4, STREAM)
    time.sleep(99)
"""
PATIENCE = Limit(seconds=0.1)
"""For what never ends its line; whatever does is answered at once."""
QUICK = Allowance(reserve_seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_stream_ends_in_a_fault_or_a_legal_move(tmp_path: Path, part: int) -> None:
    file = tmp_path / "agent.py"
    file.write_text(CODE)
    start = Position.start()
    faults: list[AgentFault] = []
    for number in range(part, STREAMS, PARTS):
        random = Random(number)  # noqa: S311
        ending = random.choice([b"\n", b""])
        (tmp_path / "stream").write_bytes(random_line(random)[: 1 << 16] + ending)
        with IsolatedAgent(parse_spec(f"file:{file}"), allowance=QUICK) as agent:
            try:
                assert agent.choose(start, PATIENCE).move in start.legal_moves
            except AgentFault as fault:
                faults.append(fault)
    assert len(faults) > STREAMS / PARTS / 2, "few random streams are answers"
    assert all(fault.reason.isprintable() for fault in faults)
