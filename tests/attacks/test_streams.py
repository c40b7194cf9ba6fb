"""Random bytes as the answers of real processes: each ends in a fault or a legal move, in time."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent
from enraya.agents.text.spec import parse_spec
from enraya.isolation.faults import AgentFault
from tests.fuzz.damage import as_json, changed, damaged, unwelcome
from tests.fuzz.test_lines import ANSWERS

STREAMS = 250
"""The streams of each kind."""
KINDS = {
    "noise": st.binary(max_size=200),
    "damaged": st.sampled_from(ANSWERS).map(as_json).flatmap(damaged),
    "changed": st.sampled_from(ANSWERS).flatmap(changed).map(as_json),
    "unwelcome": unwelcome.map(as_json),
}
CODE = """
import os, time
from pathlib import Path

STREAM = Path(__file__).with_name("stream").read_bytes()

def choose(position, limit):
    os.write(4, STREAM)
    time.sleep(99)
"""
PATIENCE = Limit(seconds=0.1)
"""The wait for a line without an end; any other is answered at once."""
QUICK = Allowance(reserve_seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_stream_ends_in_a_fault_or_a_legal_move(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "agent.py"
    file.write_text(CODE)
    start = Position.start()
    faults: list[AgentFault] = []

    @settings(max_examples=STREAMS)
    @given(KINDS[kind], st.sampled_from([b"\n", b""]))
    def try_one(line: bytes, ending: bytes) -> None:
        (tmp_path / "stream").write_bytes(line[: 1 << 16] + ending)
        with IsolatedAgent(parse_spec(f"file:{file}"), allowance=QUICK) as agent:
            try:
                assert agent.choose(start, PATIENCE).move in start.legal_moves
            except AgentFault as fault:
                faults.append(fault)

    try_one()
    assert faults
    assert all(fault.reason.isprintable() for fault in faults)
