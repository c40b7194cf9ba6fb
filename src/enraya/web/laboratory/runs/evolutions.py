"""Evolutions of genes as runs, with a summary of each generation."""

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
    """A summary of a generation; ``best`` and ``mean`` are shares of games won."""

    best: float
    mean: float
    diversity: Annotated[float, Field(description="0.29 if genes are random, 0 if all are alike.")]
    agent: Annotated[
        str, Field(description="The best agent of the generation.", examples=["genes(1,0,1,0)"])
    ]

    @staticmethod
    def of(generation: Generation) -> "GenerationInfo":
        """The summary of a generation."""
        wins, games = generation.wins, generation.games
        agent = agent_of(generation.winner)
        mean = sum(wins) / len(wins) / games
        return GenerationInfo(max(wins) / games, mean, generation.diversity, agent)


class Evolutions:
    """The evolutions of a laboratory; each keeps its generations in files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _file(self, number: int) -> Path:
        return self._folder / f"{EVOLUTION}-{number}.json"

    def _summaries(self, number: int) -> Path:
        return self._folder / f"{EVOLUTION}-{number}.generations"

    def summaries(self, number: int) -> list[GenerationInfo]:
        """The summaries of a run's generations so far."""
        kept = self._summaries(number)
        if kept.is_file():
            return [GenerationInfo(*values) for values in json.loads(kept.read_text())]
        if not self._file(number).is_file():
            return []
        run = load_run(self._file(number))  # version 0.2.0 kept nothing else of a finished run
        assert isinstance(run, GeneRun)
        return [GenerationInfo.of(generation) for generation in run.generations]

    def forget(self, run: Run) -> None:
        """Deletes the files of a run."""
        for path in self._folder.glob(f"{EVOLUTION}-{run.id}.*"):
            path.unlink(missing_ok=True)

    def work(self, run: Run, check: Callable[[], None]) -> None:
        """Evolves the missing generations of a run; finished ones are not repeated."""
        self._folder.mkdir(parents=True, exist_ok=True)
        summaries: list[GenerationInfo] = []

        def on_generation(_: int, generation: Generation) -> None:
            summaries.append(GenerationInfo.of(generation))
            kept = json.dumps([astuple(one) for one in summaries])
            write_text(self._summaries(run.id), kept)
            check()

        part = self._file(run.id).with_suffix(".part")
        settings = GeneSettings(**run.settings)
        found = evolve_genes(settings, checkpoint=part, on_generation=on_generation)
        save_run(found, self._file(run.id))
        part.unlink(missing_ok=True)
