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
        """What agents call the model of a run; None before it has finished."""
        return f"run-{number}" if self.files(number).model.is_file() else None

    def find(self, name: str) -> Path | None:
        """The model with this name, if there is one; the name itself is never used as a path."""
        known = _NAME.fullmatch(name)
        if known is None:
            return None
        path = self.files(int(known[1])).model
        return path if path.is_file() else None

    def check_store(self) -> None:
        """Refuses a run whose model could not be used.

        Raises:
            InvalidSetting: when the store is in a folder that no agent can name.
        """
        path = str(self._folder.resolve())
        with suppress(InvalidNotation):
            if parse_callspec(path) == CallSpec(path):
                return
        raise InvalidSetting(Sentence("problem.store_path"))

    def forget(self, run: Run) -> None:
        """Deletes what a run has learned."""
        self.files(run.id).remove()

    def work(self, run: Run, check: Callable[[], None]) -> None:
        """Learns what a run still lacks; what was learned before is kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        job = (str(self._folder), run.id, run.settings)
        run_jobs(learn, [job], workers=1, on_wait=check)
