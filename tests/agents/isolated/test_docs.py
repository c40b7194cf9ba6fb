"""The programs in `docs/agents.md` play as documented."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.agents.isolated.lines import is_greeting, json_question, plain_question, read_answer
from enraya.game.position import Position
from enraya.limit import Limit

PAGE = (Path(__file__).parents[3] / "docs" / "agents.md").read_text()
SECTION = PAGE.split("## Programs in any language")[1].split("\n## ")[0]
PLAIN, GREETED = re.findall(r"```python\n(.+?)```", SECTION, re.DOTALL)
SESSION = re.search(r"\| python3 emptiest\.py\n((?:\d\n)+)", SECTION)
EXAMPLE = re.search(r"```json\n(.+?)```", SECTION, re.DOTALL)


def answers(code: str, given: bytes) -> list[bytes]:
    """The lines that a program of the page prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, capture_output=True, check=True
    )
    return done.stdout.splitlines(keepends=True)


def test_the_documented_session_is_reproduced() -> None:
    assert SESSION is not None
    assert b"".join(answers(PLAIN, b"\n44\n443\n")).decode() == SESSION[1]


@pytest.mark.parametrize("code", [PLAIN, GREETED])
def test_every_documented_answer_is_a_legal_move(code: str) -> None:
    game = [Position.parse("44444433333352"[:plies]) for plies in range(15)]
    ask = json_question if code == GREETED else lambda position, _: plain_question(position)
    said = answers(code, b"".join(ask(position, Limit()) for position in game))
    if code == GREETED:
        assert is_greeting(said.pop(0))
    for line, position in zip(said, game, strict=True):
        assert read_answer(line, position) in position.legal_moves


def test_the_documented_json_line_is_reproduced() -> None:
    assert EXAMPLE is not None
    line = json_question(Position.parse("443"), Limit(seconds=1.0), 0.8)
    assert json.loads(EXAMPLE[1]) == json.loads(line)
    assert list(json.loads(EXAMPLE[1])) == list(json.loads(line))
