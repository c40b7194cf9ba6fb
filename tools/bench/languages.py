"""The cost of an agent in each language: the time to start its process, and to get a move.

python -m tools.bench.languages --games 5
"""

import json
import shlex
import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from enraya.agents import Agent, Limit, parse_agent, prepare
from enraya.agents.isolated.agent import make_isolated
from enraya.agents.isolated.compiling import check_toolchain, compile_agent
from enraya.agents.isolated.lines import Role
from enraya.agents.text.languages import LANGUAGES
from enraya.agents.text.spec import PROGRAM, parse_spec
from enraya.callspec import CallSpec
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.heuristics.userfile import PREFIX
from tools.bench.servers import JsonOption

GAMES = 11
OWN = "random"
EXAMPLES = Path(__file__).parents[2] / "examples" / "agents"
"""The folder with an agent in each language that moves at random."""
_PYTHON = "random_agent.py"
_PYTHON_PROGRAM = "random_program.py"
_LIMIT = Limit(seconds=60)


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """An agent that moves at random, in one language, and its times."""

    language: str
    agent: str
    start_seconds: float | None = None
    """The time until the agent is ready, median of all games; None if it cannot run here."""
    first_seconds: float | None = None
    """The time of the first move of a game, median of all games."""
    move_seconds: float | None = None
    """The time of each later move, median of all."""
    missing: str = ""
    """What this machine lacks to run the agent; empty if nothing."""


def cases(folder: Path = EXAMPLES) -> Iterator[LanguageRow]:
    """The cases to measure: enraya's own agent, Python in two ways, and every other language."""
    yield LanguageRow("enraya's own", OWN)
    yield LanguageRow("Python, as a file", _file(folder / _PYTHON))
    command = shlex.join(["python3", str(folder / _PYTHON_PROGRAM)])
    yield LanguageRow("Python, as a program", str(CallSpec(f"{PROGRAM}{command}")))
    for language in LANGUAGES:
        for path in sorted(folder.iterdir()):
            if path.suffix in language.suffixes and "random" in path.name.lower():
                yield LanguageRow(language.name, _file(path))


def _file(path: Path) -> str:
    return str(CallSpec(f"{PREFIX}{path}"))


def measure(case: LanguageRow, games: int) -> LanguageRow:
    """A case with the times of its agent in some games, each in a new process."""
    try:
        check_toolchain(parse_spec(case.agent))
    except EnrayaError as error:
        return replace(case, missing=str(error))
    compile_agent(parse_spec(case.agent), alone=True)
    played = [_play(case.agent, seed) for seed in range(games)]
    return replace(
        case,
        start_seconds=statistics.median(start for start, _ in played),
        first_seconds=statistics.median(moves[0] for _, moves in played),
        move_seconds=statistics.median(move for _, moves in played for move in moves[1:]),
    )


def _play(spec: str, seed: int) -> tuple[float, list[float]]:
    """The seconds until an agent is ready, and of each move against a random opponent."""
    position = Position.start()
    opponent = parse_agent(OWN, seed)
    started = perf_counter()
    if spec == OWN:
        agent = parse_agent(spec, seed)
        prepare(agent, position.rules)
        return perf_counter() - started, _moves(agent, opponent, position)
    parsed = parse_spec(spec)
    with make_isolated(parsed, seed, Role(position.rules, 1), alone=True) as isolated:
        isolated.start()
        return perf_counter() - started, _moves(isolated, opponent, position)


def _moves(agent: Agent, opponent: Agent, position: Position) -> list[float]:
    seconds = []
    while not position.is_over:
        started = perf_counter()
        move = agent.choose(position, _LIMIT).move
        seconds.append(perf_counter() - started)
        position = position.play(move)
        if not position.is_over:
            position = position.play(opponent.choose(position, _LIMIT).move)
    return seconds


def main(
    games: Annotated[int, typer.Option(min=1, help="Games for each language.")] = GAMES,
    as_json: JsonOption = False,
) -> None:
    """Measure how long an agent takes to start and to move, in each language."""
    rows = [measure(case, games) for case in cases()]
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("language", "start", "first move", "further moves")
    for row in rows:
        times = (row.start_seconds, row.first_seconds, row.move_seconds)
        table.add_row(row.language, *(_milliseconds(time) for time in times))
    Console().print(table)
    for row in rows:
        if row.missing:
            print(f"{row.language}: {row.missing}")


def _milliseconds(seconds: float | None) -> str:
    return "not here" if seconds is None else f"{1e3 * seconds:,.2f} ms"


if __name__ == "__main__":
    typer.run(main)
