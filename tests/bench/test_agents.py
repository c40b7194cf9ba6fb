"""The measurement of every agent: interrupted, resumed and reported."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from enraya.agents import AGENTS as KNOWN
from enraya.arena.results.mistakes import MistakeRow
from enraya.arena.statistics.rating import Rating
from enraya.bench import agents as strength
from enraya.bench.agents import AGENTS, PHASES, AgentStrength, Effort, markdown_page, measure_agents


def test_an_interrupted_measurement_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[Any, ...]] = []
    judge, most = strength.judge_moves, 4

    def counted(job: Sequence[Any]) -> dict[str, Any]:
        if len(done) == most:
            raise KeyboardInterrupt
        done.append(tuple(job))
        return judge(job)

    effort = Effort(rounds=1, games=2, positions=1)
    monkeypatch.setattr(strength, "judge_moves", counted)
    with pytest.raises(KeyboardInterrupt):
        measure_agents(["greedy", "random"], effort, tmp_path)
    most = 12
    rows = measure_agents(["greedy", "random"], effort, tmp_path)
    assert len(done) == len(set(done)) == most
    assert {row.agent for row in rows} == {"greedy", "random"}


def test_every_agent_is_in_the_table() -> None:
    names = {agent.partition("(")[0] for agent in AGENTS}
    assert set(KNOWN) - names == {"human", "script"}


def test_the_page_has_a_row_for_each_agent_and_names_its_command() -> None:
    mistakes = {phase: MistakeRow("greedy", phase, 40, 6, 10) for phase in PHASES}
    rating = Rating("greedy", 12.4, -3.0, 28.0)
    row = AgentStrength("greedy", rating, 24, 1, mistakes, 0.62, 1_234_567.0)
    page = markdown_page([row], Effort(), date="2026-11-18", command="enraya …", machine="2 cores")
    share = "15.0 % (7.1–29.1)"
    expected = ["`greedy`", "12 (-3 to 28)", "24, 1 lost by a fault", *[share] * 3, "0.6"]
    assert f"| {' | '.join(expected)} | 1,200,000 |" in page
    assert "on 2026-11-18 by `enraya …` (2 cores)" in page
