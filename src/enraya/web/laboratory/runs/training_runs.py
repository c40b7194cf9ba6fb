"""Training as runs, each in its own process, and the trained models as opponents."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from enraya.callspec import CallSpec, parse_callspec
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.texts import Sentence
from enraya.web.laboratory.runs.runs import Run
from enraya.web.laboratory.runs.trainer import Files, Progress, learn
from enraya.work import run_jobs

_NAME = re.compile(r"run-([1-9][0-9]{0,9})")


class TrainingRuns:
    """The training runs of a laboratory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def files(self, number: int) -> Files:
        """The files of a run."""
        return Files(self._folder, number)

    def progress(self, number: int) -> Progress:
        """How far a run has come."""
        return Progress.read(self.files(number).progress)

    def name(self, number: int) -> str | None:
        """The name by which agents use the model of a run; None before the run has finished."""
        return f"run-{number}" if self.files(number).model.is_file() else None

    def find(self, name: str) -> Path | None:
        """The file of the model with this name, if any; the name is never used as a path."""
        known = _NAME.fullmatch(name)
        if known is None:
            return None
        path = self.files(int(known[1])).model
        return path if path.is_file() else None

    def check_store(self) -> None:
        """Refuses a training run if agents could not use its model.

        Raises:
            InvalidSetting: when an agent's text cannot contain the path of the store.
        """
        path = str(self._folder.resolve())
        with suppress(InvalidNotation):
            if parse_callspec(path) == CallSpec(path):
                return
        raise InvalidSetting(Sentence("problem.store_path"))

    def forget(self, run: Run) -> None:
        """Deletes the files of a run."""
        self.files(run.id).remove()

    def work(self, run: Run, check: Callable[[], None]) -> None:
        """Trains the model of a run, from where it was interrupted."""
        self._folder.mkdir(parents=True, exist_ok=True)
        job = (str(self._folder), run.id, run.settings)
        run_jobs(learn, [job], workers=1, on_wait=check)
