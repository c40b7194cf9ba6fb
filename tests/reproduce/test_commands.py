"""Every row's command prints the row's figure."""

import json
import re
from collections.abc import Callable, Iterator
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
from enraya.reproduce import claims_of
from enraya.reproduce.claim import REDUCED, Agreement, Claim, Kind, Lab
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


def answers(command: str, shell: Shell) -> list[Any]:
    """What the command prints for programs."""
    return [json.loads(line) for line in shell(f"{command} --json").splitlines()]


def found_by_match(command: str, shell: Shell) -> Tally:
    (answer,) = answers(command, shell)
    one = re.findall(r'"(.+?)"', command)[0]
    (row,) = (row for row in answer["agents"] if row["name"] == one)
    first, second = (ResultCounts(**row[side]) for side in ("as_first", "as_second"))
    pairs: Any = tuple(row["pentanomial"])
    return Tally(first, second, pairs)


def found_by_move(command: str, shell: Shell) -> list[Choice]:
    names = ("move", "score", "nodes", "leaves")
    choices = [{name: row[name] for name in names} for row in answers(command, shell)]
    counted = re.search(r"\biterations (\d+)", shell(command))
    details = {"iterations": int(counted[1])} if counted else {}
    return [Choice(**choice, details=details) for choice in choices]


def found_by_play(command: str, shell: Shell) -> tuple[Position, list[Choice]]:
    output = shell(command)
    found = re.search(r"^(?:([XO]) wins:.*|draw:.*)\n(?:.*\n)*?moves: (\w+)$", output, re.MULTILINE)
    assert found
    rules = re.search(r'--rules "(.+?)"', command)
    end = Position.parse(found[2], rules[1] if rules else "classic")
    assert end.outcome
    assert found[1] == ("XO"[end.outcome.winner - 1] if end.outcome.winner else None)
    means = r"^[XO] \(.*plays .*\n(?:.+\n)*?Mean time of moves: (\d+\.\d+)$"
    times = re.findall(means, output, re.MULTILINE)
    return end, [Choice(1, seconds=float(seconds)) for seconds in times]


def found_by_charts(command: str, shell: Shell) -> list[ScriptedGame]:
    (answer,) = answers(command, shell)
    return [
        ScriptedGame(
            game["agent"], Position.parse(game["moves"]),
            tuple(Reply(**reply) for reply in game["replies"]),
        )
        for game in answer["games"]
    ]  # fmt: skip


def found_by_evolve(command: str, shell: Shell) -> Any:
    (answer,) = answers(command, shell)
    generations = [SimpleNamespace(agents=range(g["agents"])) for g in answer["generations"]]
    numbers = answer["agent"].removeprefix("genes(").removesuffix(")")
    return SimpleNamespace(generations=generations, numbers=numbers)


def found_by_traits(command: str, shell: Shell) -> list[Suggestion]:
    (answer,) = answers(command, shell)
    return [
        Suggestion(trait["paper"], trait["first"]["columns"], trait["second"]["columns"])
        for trait in answer["traits"]
    ]


def found_by_ablate(command: str, shell: Shell) -> Ablation:
    (answer,) = answers(command, shell)
    whole, *others = (
        Measures(**{name: row[name] for name in answer["whole"]})
        for row in (answer["whole"], *answer["without"])
    )
    names = [row["without"] for row in answer["without"]]
    return Ablation(whole, dict(zip(names, others, strict=True)))


FOUND: dict[str, Callable[[str, Shell], Any]] = {
    "match": found_by_match,
    "tournament": found_by_match,
    "move": found_by_move,
    "play": found_by_play,
    "charts": found_by_charts,
    "evolve": found_by_evolve,
    "traits": found_by_traits,
    "dataset": lambda command, shell: shell(command),
    "train": lambda command, shell: Measures(**answers(command, shell)[0]["test"]),
    "ablate": found_by_ablate,
}
"""What a command finds, by its verb."""


def check(claim: Claim, lab: Lab, shell: Shell) -> None:
    finding = claim.measure(lab)
    assert NUMBER.search(finding.figure)
    commands = [experiment.command(REDUCED) for experiment in claim.experiments]
    found = [FOUND[command.split()[1]](command, shell) for command in commands]
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
