"""What clients may ask for, and how the arena writes it."""

from pathlib import Path

import pytest

from enraya.agents.players.level import SEARCHES
from enraya.agents.text.spec import EXAMPLE_GENES, parse_spec
from enraya.errors import EnrayaError
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
def test_a_specification_keeps_the_clients_text_without_outer_blanks(
    allowed: AllowedAgents, text: str
) -> None:
    assert allowed.specification(f" {text} ") == text


def test_what_a_name_stands_for_decides_who_waits(allowed: AllowedAgents) -> None:
    assert is_quick(allowed.check(EXAMPLE_GENES))
    assert is_quick(allowed.check("Aleatori"))
    assert not is_quick(allowed.check("QMatic(8)"))


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
def test_agents_that_take_long_delay_no_others(agent: str, queue: str, step: str | None) -> None:
    spec = parse_spec(agent).call
    assert (queue_for(spec), step_for(spec)) == (queue, step)


def test_levels_are_quick_until_they_search(allowed: AllowedAgents) -> None:
    for level in (f"level({SEARCHES - 1})", f"level(level={SEARCHES - 1})", "level"):
        assert is_quick(allowed.check(level))
    for level in (f"level({SEARCHES})", f"level(level={SEARCHES})", "level(x)"):
        assert not is_quick(allowed.check(level))


@pytest.mark.parametrize(
    "text",
    [
        "file:mine.py", 'file:"mine.py"', '"file:mine.py"', "FILE:mine.py", "file:mine (1).py",
        "greedy(eval=file:taste.py)", 'greedy(eval=file:"taste.py")', 'learned("model.npz")',
    ],
)  # fmt: skip
def test_clients_name_no_files_in_quotes_or_without(allowed: AllowedAgents, text: str) -> None:
    with pytest.raises(EnrayaError, match="reads a file on this machine"):
        allowed.specification(text)


@pytest.mark.parametrize(
    "text", ["program:./mine", 'program:"sh -c (x)"', '"program:ls"', "greedy(eval=Program:ls)"]
)
def test_clients_name_no_programs(allowed: AllowedAgents, text: str) -> None:
    with pytest.raises(EnrayaError, match="runs a program on this machine, which clients may not"):
        allowed.specification(text)


def test_a_player_that_no_paper_names_is_refused(allowed: AllowedAgents) -> None:
    with pytest.raises(EnrayaError, match="did you mean 'QMatic'"):
        allowed.check("Qmatik(8)")
