"""After `prepare` an agent's first moves load nothing, so no clock ever waits for a kernel."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.agents import AGENTS, Limit, parse_agent, prepare
from enraya.game.position import Position
from enraya.heuristics import HEURISTICS
from enraya.models import KINDS, load_model
from enraya.rules import parse_rules
from tests.agents.test_contract import SPECS, plays

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "tests" / "version_0_2_0"
"""A small model of every kind."""
CHECKED = [
    "classic",
    pytest.param("classic(columns=8, rows=8)", marks=pytest.mark.slow),
    pytest.param("boom", marks=pytest.mark.slow),
]
BY_NAME = {
    **{name: (text,) for name, text in SPECS.items()},
    "level": tuple(f"level({level}, seed=1)" for level in (1, 3, 4, 8, 9, 10)),
    "mcts": (
        "mcts(iterations=200, seed=1)",
        "mcts(iterations=200, seed=1, reuse=true)",
        "mcts(iterations=200, seed=1, eval=threats)",
        "mcts(iterations=200, eval=learned(ntuple))",
    ),
}
"""Every agent of the registry, more than once where its parameters choose between kernels."""
EVALUATED = [f"alphabeta(depth=2, eval={name})" for name in HEURISTICS]
NOTHING_TO_LOAD = ("level(1,", "level(3,")
Case = tuple[str, str]


def loads(cases: list[Case], *, is_prepared: bool = True) -> dict[Case, list[str]]:
    """What the first moves of the cases load that can be played."""
    playable = [case for case in cases if plays(case[0], parse_rules(case[1]))]
    done = subprocess.run(
        [sys.executable, "-m", "tests.agents.loading"],
        input="".join(json.dumps([*case, is_prepared]) + "\n" for case in playable),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return dict(zip(playable, map(json.loads, done.stdout.splitlines()), strict=True))


def check(cases: list[Case]) -> None:
    found = loads(cases)
    assert found
    assert [case for case, loaded in found.items() if loaded] == []


def test_loading_without_preparation_is_detected() -> None:
    cases = [(text, "classic") for name in ("search", "mcts", "level") for text in BY_NAME[name]]
    for (text, _), loaded in loads(cases, is_prepared=False).items():
        assert bool(loaded) != text.startswith(NOTHING_TO_LOAD), text


@pytest.mark.parametrize("rules", CHECKED)
def test_the_first_moves_of_a_prepared_agent_load_nothing(rules: str) -> None:
    names = [name for name in AGENTS if name != "human"]
    check([(text, rules) for name in names for text in BY_NAME[name]])


@pytest.mark.parametrize("rules", CHECKED)
def test_no_heuristic_is_loaded_in_the_first_moves(rules: str) -> None:
    check([(text, rules) for text in EVALUATED])


def test_no_model_is_loaded_in_the_first_moves() -> None:
    files = [MODELS / f"{kind}.npz" for kind in KINDS]
    check([(f"learned({file})", load_model(file).header.rules) for file in files])


@pytest.mark.parametrize("limit", [Limit(nodes=300), Limit(nodes=3000)], ids=str)
@pytest.mark.parametrize("text", ["search", "perfect", "level(9)", "mcts(reuse=true)"])
def test_preparing_does_not_change_the_moves(text: str, limit: Limit) -> None:
    positions = [Position.parse(moves) for moves in ("", "44", "443355", "12123434565671")]
    fresh, ready = parse_agent(text, 1), parse_agent(text, 1)
    prepare(ready, positions[0].rules)
    for position in positions:
        one, other = (agent.choose(position, limit) for agent in (fresh, ready))
        assert (one.move, one.nodes, one.score) == (other.move, other.nodes, other.score)
