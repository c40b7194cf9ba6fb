"""Evolutions of genes as runs, and what their generations were like."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes, load_run, save_run
from enraya.evolve.genetics import agent_of
from enraya.files import write_text
from enraya.web.laboratory.runs.runs import Run

KIND = "evolution"


class GenerationSummary(NamedTuple):
    """A generation in a few numbers; shares of its games that were won."""

    best: float
    mean: float
    diversity: float
    agent: str
    """The best of the generation."""

    @staticmethod
    def of(generation: Generation) -> "GenerationSummary":
        """The numbers of a generation."""
        wins, games = generation.wins, generation.games
        agent = agent_of(generation.winner)
        mean = sum(wins) / len(wins) / games
        return GenerationSummary(max(wins) / games, mean, generation.diversity, agent)


class Evolutions:
    """The evolutions of a laboratory; each keeps its generations in a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._summaries: dict[int, list[GenerationSummary]] = {}

    def _file(self, number: int) -> Path:
        return self._folder / f"{KIND}-{number}.json"

    def _unfinished(self, number: int) -> Path:
        """What a stopped run shows, even after a restart."""
        return self._folder / f"{KIND}-{number}.generations"

    def summaries(self, number: int) -> list[GenerationSummary]:
        """The generations of a run so far."""
        if number not in self._summaries:
            self._summaries.setdefault(number, self._read(number))  # it may have begun just now
        return list(self._summaries[number])

    def _read(self, number: int) -> list[GenerationSummary]:
        if self._file(number).is_file():
            run = load_run(self._file(number))
            assert isinstance(run, GeneRun)
            return [GenerationSummary.of(generation) for generation in run.generations]
        unfinished = self._unfinished(number)
        if unfinished.is_file():
            return [GenerationSummary(*values) for values in json.loads(unfinished.read_text())]
        return []

    def forget(self, run: Run) -> None:
        """Deletes what a run has found."""
        self._summaries.pop(run.id, None)
        for path in self._folder.glob(f"{KIND}-{run.id}.*"):
            path.unlink(missing_ok=True)

    def evolve(self, run: Run, check: Callable[[], None]) -> None:
        """Evolves the missing generations of a run; finished ones are kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        settings = GeneSettings(**run.settings)
        summaries: list[GenerationSummary] = []
        self._summaries[run.id] = summaries

        def on_generation(number: int, generation: Generation) -> None:
            del number
            summaries.append(GenerationSummary.of(generation))
            write_text(self._unfinished(run.id), json.dumps(summaries))
            check()

        part = self._file(run.id).with_suffix(".part")
        found = evolve_genes(settings, checkpoint=part, on_generation=on_generation)
        save_run(found, self._file(run.id))
        part.unlink(missing_ok=True)
        self._unfinished(run.id).unlink(missing_ok=True)
