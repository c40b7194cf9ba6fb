"""The process of a training run: it gets its data, learns, and records its progress.

Everything is in the run's own files, so a run that is started again resumes where it was.
"""

import json
import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from enraya.files import write_text
from enraya.learn.data.dataset import Dataset, make_dataset
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.samplers import Sampling
from enraya.learn.quality.strength import FIELD, strength
from enraya.learn.training.ntuple import GamesPoint, NtupleSettings, train_ntuple
from enraya.learn.training.train import RoundPoint, Task, train
from enraya.models import save_model
from enraya.platform import lower_priority

NTUPLE = "ntuple"
TEXTS = {
    "poly": "poly(degree=2)",
    "logistic": "logistic",
    "mlp": "mlp",
    "boosting": "boosting(trees=300, leaves=31)",
    "logistic-paper": "logistic(features=paper)",
    "forest-paper": "forest(trees=50, leaves=100, features=paper)",
}
"""The texts of the models that learn from data; the models are small, as the data is."""
Phase = Literal["", "playing", "labelling", "learning"]
"""What a run is doing; empty before it starts."""
_NICENESS = 5
"""The lower priority of the process: visitors go first."""


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    phase: Phase = ""
    done: int = 0
    needed: int = 0
    curve: list[tuple[int, dict[str, float]]] = field(default_factory=list)
    """The learning curve: games or rounds so far, and what was measured then."""

    @staticmethod
    def read(path: Path) -> "Progress":
        """The progress that a run has written; empty if it has not started."""
        try:
            facts = json.loads(path.read_text())
        except FileNotFoundError:
            return Progress()
        curve = [(done, measures) for done, measures in facts.pop("curve")]
        return Progress(**facts, curve=curve)

    def reach(self, phase: Phase, done: int, needed: int) -> None:
        """Sets the phase, and how much of it is done and needed."""
        self.phase, self.done, self.needed = phase, done, needed

    def add(self, measures: dict[str, float]) -> None:
        """Adds a point to the curve and drops later ones, which a restarted run repeats."""
        self.curve = [point for point in self.curve if point[0] < self.done]
        self.curve.append((self.done, measures))

    def write(self, path: Path) -> None:
        """Writes the progress to a file, for others to read."""
        write_text(path, json.dumps(asdict(self)))


class Files:
    """The files of a run."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder = folder
        self._stem = f"learning-{number}"
        self.progress = folder / f"{self._stem}.json"
        """The progress of the run."""
        self.model = folder / f"{self._stem}.npz"
        """The trained model; it exists only once the run has finished."""
        self.checkpoint = folder / f"{self._stem}.npz.part"
        """The state from which an interrupted training resumes."""
        self.labels = folder / f"{self._stem}.labels.part"
        """The labels from which an interrupted labelling resumes."""

    def tidy(self) -> None:
        """Deletes temporary files that were left when the run was stopped."""
        for path in self._folder.glob(f".{self._stem}.*"):
            path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Deletes all files of the run."""
        self.tidy()
        for path in (self.progress, self.model, self.checkpoint, self.labels):
            path.unlink(missing_ok=True)


def commands(settings: Mapping[str, Any]) -> list[str]:
    """The shell commands that train the same model."""
    model, seed = settings["model"], settings["seed"]
    if model == NTUPLE:
        return [f"enraya train ntuple --games {settings['games']} --seed {seed} --out ntuple.npz"]
    text = shlex.quote(TEXTS[model])
    return [
        f"enraya dataset --positions {settings['positions']} --seed {seed} --out data.parquet",
        f"enraya train {text} --data data.parquet --seed {seed} --out {model}.npz",
    ]


def learn(job: tuple[str, int, dict[str, Any]]) -> None:
    """Carries out a training run; a job is ``(folder, number, settings)``."""
    folder, number, settings = job
    lower_priority(_NICENESS)
    os.environ["OMP_NUM_THREADS"] = "1"  # the other processors are for visitors
    files = Files(Path(folder), number)
    files.tidy()
    if settings["model"] == NTUPLE:
        _learn_from_games(files, settings)
    else:
        _learn_from_data(files, settings)


def _learn_from_games(files: Files, settings: Mapping[str, Any]) -> None:
    progress = Progress.read(files.progress)

    def on_point(point: GamesPoint) -> None:
        progress.reach("playing", point.games, settings["games"])
        shares = {"first_wins": point.first_wins, "draws": point.draws}
        progress.add({"error": point.error, **shares, **_played(point.strength)})
        progress.write(files.progress)
        leave_if_asked()

    wanted = NtupleSettings(games=settings["games"], seed=settings["seed"])
    with _leaving_in_order() as leave_if_asked:
        train_ntuple(files.model, wanted, "; ".join(commands(settings)), on_point, strength)


def _played(share: float | None) -> dict[str, float]:
    """A point's strength as a measure; empty if it was not measured."""
    return {} if share is None else {FIELD: share}


@contextmanager
def _leaving_in_order() -> Iterator[Callable[[], None]]:
    """Delays the termination of this process until its work reaches a point where it can stop.

    At such points, the work calls the function it is given, which raises `SystemExit` if the
    process has been told to terminate.
    """
    asked: list[int] = []
    earlier = signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))

    def leave_if_asked() -> None:
        if asked:
            raise SystemExit

    try:
        yield leave_if_asked
    finally:
        signal.signal(signal.SIGTERM, earlier)
    leave_if_asked()


def _learn_from_data(files: Files, settings: Mapping[str, Any]) -> None:
    progress = Progress.read(files.progress)
    data = _labelled(files, settings, progress)

    def on_round(point: RoundPoint) -> None:
        found = point.measures
        progress.reach("learning", point.round, point.rounds)
        measures = {"error": found.mse, "r2": found.r2, "sign": found.sign}
        progress.add({**measures, **_played(point.strength)})
        progress.write(files.progress)

    text, seed = TEXTS[settings["model"]], settings["seed"]
    facts = {"data": dict(data.facts)}
    task = Task(text, seed, command="; ".join(commands(settings)), facts=facts)
    trained = train(task, data, checkpoint=files.checkpoint, on_round=on_round, strength=strength)
    save_model(files.model, trained.header, trained.arrays)
    files.checkpoint.unlink(missing_ok=True)
    files.labels.unlink(missing_ok=True)


def _labelled(files: Files, settings: Mapping[str, Any], progress: Progress) -> Dataset:
    positions, seed, sampling = settings["positions"], settings["seed"], Sampling()

    def on_done(done: int) -> None:
        progress.reach("labelling", done, positions)
        progress.write(files.progress)

    labels = label_positions(
        sampling, positions, seed, engine="serial", checkpoint=files.labels, on_done=on_done
    )
    facts = {**sampling.as_json(), "positions": positions, "seed": seed, "published": False}
    return make_dataset(labels.positions, facts)
