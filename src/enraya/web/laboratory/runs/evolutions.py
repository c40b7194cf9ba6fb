"""Evolutions of genes as runs, and what their generations were like."""

import json
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes, load_run, save_run
from enraya.evolve.genetics import agent_of
from enraya.files import write_text
from enraya.web.laboratory.runs.runs import EVOLUTION, Run


@dataclass(frozen=True, slots=True)
class GenerationInfo:
    """A generation, in shares of games won."""

    best: float
    mean: float
    diversity: Annotated[
        float, Field(description="0.29 when genes are random, 0 when all are alike.")
    ]
    agent: Annotated[
        str, Field(description="The best of the generation.", examples=["genes(1,0,1,0)"])
    ]

    @staticmethod
    def of(generation: Generation) -> "GenerationInfo":
        """The numbers of a generation."""
        wins, games = generation.wins, generation.games
        agent = agent_of(generation.winner)
        mean = sum(wins) / len(wins) / games
        return GenerationInfo(max(wins) / games, mean, generation.diversity, agent)


class Evolutions:
    """The evolutions of a laboratory; each keeps its generations in a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._summaries: dict[int, list[GenerationInfo]] = {}

    def _file(self, number: int) -> Path:
        return self._folder / f"{EVOLUTION}-{number}.json"

    def _unfinished(self, number: int) -> Path:
        """What a stopped run shows, even after a restart."""
        return self._folder / f"{EVOLUTION}-{number}.generations"

    def summaries(self, number: int) -> list[GenerationInfo]:
        """The generations of a run so far."""
        if number not in self._summaries:
            self._summaries.setdefault(number, self._read(number))  # it may have begun just now
        return list(self._summaries[number])

    def _read(self, number: int) -> list[GenerationInfo]:
        if self._file(number).is_file():
            run = load_run(self._file(number))
            assert isinstance(run, GeneRun)
            return [GenerationInfo.of(generation) for generation in run.generations]
        unfinished = self._unfinished(number)
        if unfinished.is_file():
            return [GenerationInfo(*values) for values in json.loads(unfinished.read_text())]
        return []

    def forget(self, run: Run) -> None:
        """Deletes what a run has found."""
        self._summaries.pop(run.id, None)
        for path in self._folder.glob(f"{EVOLUTION}-{run.id}.*"):
            path.unlink(missing_ok=True)

    def evolve(self, run: Run, check: Callable[[], None]) -> None:
        """Evolves the missing generations of a run; finished ones are kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        settings = GeneSettings(**run.settings)
        summaries: list[GenerationInfo] = []
        self._summaries[run.id] = summaries

        def on_generation(number: int, generation: Generation) -> None:
            del number
            summaries.append(GenerationInfo.of(generation))
            write_text(self._unfinished(run.id), json.dumps([astuple(one) for one in summaries]))
            check()

        part = self._file(run.id).with_suffix(".part")
        found = evolve_genes(settings, checkpoint=part, on_generation=on_generation)
        save_run(found, self._file(run.id))
        part.unlink(missing_ok=True)
        self._unfinished(run.id).unlink(missing_ok=True)
