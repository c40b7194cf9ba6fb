"""Evolutions of genes as runs, and what their generations were like."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes, load_run, save_run
from enraya.evolve.genetics import format_genes
from enraya.files import write_text
from enraya.web.runs.runs import Run

KIND = "evolution"


class Course(NamedTuple):
    """A generation in a few numbers; shares of its games that were won."""

    best: float
    mean: float
    diversity: float
    agent: str
    """The best of the generation."""

    @staticmethod
    def of(generation: Generation) -> "Course":
        """The numbers of a generation."""
        wins, games = generation.wins, generation.games
        agent = f"genes({format_genes(generation.winner)})"
        mean = sum(wins) / len(wins) / games
        return Course(max(wins) / games, mean, generation.diversity, agent)


class Evolutions:
    """The evolutions of a laboratory; each keeps its generations in a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._courses: dict[int, list[Course]] = {}

    def _file(self, number: int) -> Path:
        return self._folder / f"{KIND}-{number}.json"

    def _unfinished(self, number: int) -> Path:
        """What a run shows that was stopped, also after a restart."""
        return self._folder / f"{KIND}-{number}.courses"

    def courses(self, number: int) -> list[Course]:
        """The generations of a run so far."""
        if number not in self._courses:
            self._courses.setdefault(number, self._read(number))  # it may have begun just now
        return list(self._courses[number])

    def _read(self, number: int) -> list[Course]:
        if self._file(number).is_file():
            run = load_run(self._file(number))
            assert isinstance(run, GeneRun)
            return [Course.of(generation) for generation in run.generations]
        if self._unfinished(number).is_file():
            return [Course(*values) for values in json.loads(self._unfinished(number).read_text())]
        return []

    def evolve(self, run: Run, check: Callable[[], None]) -> None:
        """Evolves what is missing of a run; finished generations are kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        settings = GeneSettings(**run.settings)
        courses: list[Course] = []
        self._courses[run.id] = courses

        def on_generation(number: int, generation: Generation) -> None:
            del number
            courses.append(Course.of(generation))
            write_text(self._unfinished(run.id), json.dumps(courses))
            check()

        part = self._file(run.id).with_suffix(".part")
        found = evolve_genes(settings, checkpoint=part, on_generation=on_generation)
        save_run(found, self._file(run.id))
        part.unlink(missing_ok=True)
        self._unfinished(run.id).unlink(missing_ok=True)
