"""Every row's command prints the row's figure."""

import json
import re
from collections.abc import Callable, Iterator
from functools import singledispatch
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from enraya.agents import Choice
from enraya.agents.players.genes import Suggestion
from enraya.arena.play.replies import Reply, ScriptedGame
from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.ablation import Ablation
from enraya.reproduce import REDUCED, Agreement, Claim, Kind, Lab, claims_of
from enraya.reproduce.claim import Experiment
from enraya.reproduce.experiments import ChosenMoves, FixedGame
from enraya.reproduce.porto import ReplyCharts
from enraya.reproduce.tec import GeneEvolution, Traits
from enraya.reproduce.uam_learning import FeatureAblation, Fit, LearningRows
from tests.reproduce.running import make_shell

Shell = Callable[[str], str]
CLAIMS = claims_of([])
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def name_of(claim: Claim) -> str:
    return f"{claim.paper}: {claim.text}"


def is_quick(claim: Claim) -> bool:
    """Whether the row is measured, and its command run, within a second or two."""
    return claim.kind is Kind.EXACT or "against random" in claim.text


QUICK = [claim for claim in CLAIMS if is_quick(claim)]
SLOW = [claim for claim in CLAIMS if not is_quick(claim)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("commands")


@pytest.fixture(scope="module")
def shell(folder: Path) -> Iterator[Shell]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield make_shell(folder, monkeypatch)


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Lab]:
    with Store(folder / "reproduction.sqlite") as store:
        yield Lab(REDUCED, store, engine="serial")


def answers(experiment: Experiment, shell: Shell) -> list[Any]:
    """What the command prints for programs."""
    lines = shell(f"{experiment.command(REDUCED)} --json").splitlines()
    return [json.loads(line) for line in lines]


@singledispatch
def found_by_command(experiment: Experiment, shell: Shell) -> Any:
    """What the command of an experiment finds; those without a line below play matches."""
    (answer,) = answers(experiment, shell)
    words = re.findall(r'"(.+?)"', experiment.command(REDUCED))
    (row,) = (row for row in answer["agents"] if row["name"] == words[0])
    first, second = (ResultCounts(**row[side]) for side in ("as_first", "as_second"))
    pairs: Any = tuple(row["pentanomial"])
    return Tally(first, second, pairs)


@found_by_command.register
def _(experiment: ChosenMoves, shell: Shell) -> list[Choice]:
    names = ("move", "score", "nodes", "leaves")
    choices = [{name: row[name] for name in names} for row in answers(experiment, shell)]
    counted = re.search(r"\biterations (\d+)", shell(experiment.command(REDUCED)))
    details = {"iterations": int(counted[1])} if counted else {}
    return [Choice(**choice, details=details) for choice in choices]


@found_by_command.register
def _(experiment: FixedGame, shell: Shell) -> tuple[Position, list[Choice]]:
    output = shell(experiment.command(REDUCED))
    found = re.search(r"^(?:([XO]) wins:.*|draw:.*)\n(?:.*\n)*?moves: (\w+)$", output, re.MULTILINE)
    assert found
    end = Position.parse(found[2], experiment.rules)
    assert end.outcome
    assert found[1] == ("XO"[end.outcome.winner - 1] if end.outcome.winner else None)
    means = r"^[XO] \(.*plays .*\n(?:.+\n)*?Mean time of moves: (\d+\.\d+)$"
    times = re.findall(means, output, re.MULTILINE)
    return end, [Choice(1, seconds=float(seconds)) for seconds in times]


@found_by_command.register
def _(experiment: ReplyCharts, shell: Shell) -> list[ScriptedGame]:
    (answer,) = answers(experiment, shell)
    return [
        ScriptedGame(
            game["agent"], Position.parse(game["moves"]),
            tuple(Reply(**reply) for reply in game["replies"]),
        )
        for game in answer["games"]
    ]  # fmt: skip


@found_by_command.register
def _(experiment: GeneEvolution, shell: Shell) -> Any:
    (answer,) = answers(experiment, shell)
    generations = [SimpleNamespace(agents=range(g["agents"])) for g in answer["generations"]]
    numbers = answer["agent"].removeprefix("genes(").removesuffix(")")
    return SimpleNamespace(generations=generations, numbers=numbers)


@found_by_command.register
def _(experiment: Traits, shell: Shell) -> list[Suggestion]:
    (answer,) = answers(experiment, shell)
    return [
        Suggestion(trait["paper"], trait["first"]["columns"], trait["second"]["columns"])
        for trait in answer["traits"]
    ]


@found_by_command.register
def _(experiment: LearningRows, shell: Shell) -> None:
    shell(experiment.command(REDUCED))


@found_by_command.register
def _(experiment: Fit, shell: Shell) -> Measures:
    (answer,) = answers(experiment, shell)
    return Measures(**answer["test"])


@found_by_command.register
def _(experiment: FeatureAblation, shell: Shell) -> Ablation:
    (answer,) = answers(experiment, shell)
    whole, *others = (
        Measures(**{name: row[name] for name in answer["whole"]})
        for row in (answer["whole"], *answer["without"])
    )
    names = [row["without"] for row in answer["without"]]
    return Ablation(whole, dict(zip(names, others, strict=True)))


def check(claim: Claim, lab: Lab, shell: Shell) -> None:
    finding = claim.measure(lab)
    assert NUMBER.search(finding.figure)
    found = [found_by_command(experiment, shell) for experiment in claim.experiments]
    figures = [finding.figure, claim.judge(*found).figure]
    if claim.kind is Kind.TIMED:  # another run takes other times: the words and units must agree
        figures = [NUMBER.sub("#", figure) for figure in figures]
    assert figures[0] == figures[1]
    if claim.kind is Kind.EXACT:
        assert finding.agreement is not Agreement.NOT, finding.sentence


@pytest.mark.parametrize("claim", QUICK, ids=name_of)
def test_quick_commands_print_the_figure_of_their_row(claim: Claim, lab: Lab, shell: Shell) -> None:
    check(claim, lab, shell)


@pytest.mark.slow
@pytest.mark.parametrize("claim", SLOW, ids=name_of)
def test_all_other_commands_print_the_figure_of_their_row(
    claim: Claim, lab: Lab, shell: Shell
) -> None:
    check(claim, lab, shell)
