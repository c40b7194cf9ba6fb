"""Agents that clients may ask for, and their specifications."""

from pathlib import Path

import pytest

from enraya.agents.players.level import SEARCHES
from enraya.agents.text.spec import EXAMPLE_GENES, parse_spec
from enraya.web.laboratory.runs.training_runs import TrainingRuns
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.uploads import Uploads
from enraya.web.laboratory.thinking.allowed_agents import (
    AllowedAgents,
    is_quick,
    queue_for,
    step_for,
)
from enraya.web.laboratory.thinking.compilation import MOVING


@pytest.fixture
def allowed(tmp_path: Path) -> AllowedAgents:
    uploads = Uploads(open_database(tmp_path), tmp_path / "agents", False)
    return AllowedAgents(uploads, TrainingRuns(tmp_path / "runs").find)


@pytest.mark.parametrize("text", ["QMatic(8)", "ninja(2)", "level(3)", EXAMPLE_GENES])
def test_a_specification_keeps_the_text_of_the_client_without_outer_blanks(
    allowed: AllowedAgents, text: str
) -> None:
    assert allowed.specification(f" {text} ") == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (EXAMPLE_GENES, True),
        ("Aleatori", True),
        ("QMatic(8)", False),
        ("level", True),
        (f"level({SEARCHES - 1})", True),
        (f"level(level={SEARCHES - 1})", True),
        (f"level({SEARCHES})", False),
        (f"level(level={SEARCHES})", False),
        ("level(x)", False),
    ],
)
def test_an_agent_is_quick_unless_it_searches(
    allowed: AllowedAgents, text: str, expected: bool
) -> None:
    assert is_quick(allowed.check(text)) is expected


@pytest.mark.parametrize(
    ("agent", "queue", "step"),
    [
        ("random", "quick", MOVING),
        ("level(9)", "slow", MOVING),
        ("perfect", "slow", MOVING),
        ("learned(ntuple)", "slow", None),
        ("upload(x)", "visiting", None),
    ],
)
def test_slow_agents_wait_in_a_queue_of_their_own(agent: str, queue: str, step: str | None) -> None:
    spec = parse_spec(agent).call
    assert (queue_for(spec), step_for(spec)) == (queue, step)
