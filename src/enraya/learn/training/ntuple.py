"""Training of an `ntuple` model by games against itself, from nothing but the rules.

The settings alone decide the result. A checkpoint, written about once a minute, holds all that the
rest of the run needs, so a run that was killed and resumed ends with the same model.
"""

import io
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from enraya.callspec import parse_callspec
from enraya.errors import InvalidSetting
from enraya.files import part_of, write_bytes
from enraya.kernels.core.compile import word
from enraya.kernels.models.training import (
    COUNTS,
    DRAWN,
    ERROR,
    FIRST_WINS,
    MOVES,
    Tables,
    TrainingNumbers,
    make_room,
    train_games,
)
from enraya.learn.quality.strength import Strength, is_due
from enraya.models.modelfile import Header, ModelFile, save_model
from enraya.models.ntuple import KIND, PLAYERS, pack
from enraya.models.ntuple_shapes import make_wiring, shapes, table_sizes
from enraya.parameters import Parameter, integer, number, read_parameters
from enraya.rules import RuleSet, parse_rules
from enraya.stopping import ctrl_c_delayed

CHECKPOINT_SECONDS = 60.0
POINTS = 200
"""How many parts a run has; each adds a point to the learning curve."""
_TIMES = 10
"""About how many times the strength is measured during a run."""
_GAMES_APART = 2000
"""The fewest games between two measurements: fewer games change the strength little."""


@dataclass(frozen=True, slots=True)
class NtupleSettings:
    """The settings of a training run, which decide its result."""

    games: int = 20_000_000
    seed: int = 0
    rules: str = "classic"
    step: float = 8.0
    """The learning rate in the first game; it falls linearly to 0 by the end of the run."""
    decay: float = 0.8
    """λ of TD(λ): how much of a target comes from later positions of the game."""
    exploration: float = 0.1
    """The probability that a move is random."""
    openings: float = 0.7
    """The share of games that begin with random moves."""
    longest: int = 14
    """The most random moves at the beginning of a game."""

    def checked_rules(self) -> RuleSet:
        """The rule set of the run.

        Raises:
            InvalidSetting: when the rules are not classic, or the number of games is below 1.
        """
        if self.games < 1:
            raise InvalidSetting(f"ntuple learns from at least one game, not {self.games}")
        rules = parse_rules(self.rules)
        if rules.name != "classic":
            raise InvalidSetting(f"ntuple learns classic games only, not {rules}")
        return rules


_DEFAULTS = NtupleSettings()
PARAMETERS = (
    Parameter("step", number(0, 100), _DEFAULTS.step, "learning rate in the first game"),
    Parameter("decay", number(0, 1), _DEFAULTS.decay, "λ, the weight of later positions"),
    Parameter("exploration", number(0, 1), _DEFAULTS.exploration, "share of random moves"),
    Parameter("openings", number(0, 1), _DEFAULTS.openings, "share of games with a random opening"),
    Parameter("longest", integer(0, 30), _DEFAULTS.longest, "most random moves in an opening"),
)
"""The parameters of ``ntuple(…)``."""


def parse_settings(text: str, games: int, seed: int, rules: RuleSet) -> NtupleSettings:
    """The settings of a run written as ``ntuple`` or ``ntuple(step=4, …)``.

    Raises:
        InvalidSetting: when a parameter is unknown or out of range.
    """
    given = read_parameters("model", parse_callspec(text), PARAMETERS)
    return NtupleSettings(games, seed, str(rules), **given)


class GamesPoint(NamedTuple):
    """One point of the learning curve: shares and means of the games since the previous point."""

    games: int
    """The number of games so far."""
    error: float
    """The mean absolute difference between values and their targets."""
    first_wins: float
    draws: float
    moves: float
    strength: float | None = None
    """The share of points against a level; None where it was not measured."""


class Training:
    """A training run and its progress."""

    def __init__(self, settings: NtupleSettings, checkpoint: Path) -> None:
        """Starts a run, or resumes it from the checkpoint if that file exists.

        Raises:
            InvalidSetting: when a setting is out of range, or the checkpoint is damaged or belongs
                to another run.
        """
        self.settings = settings
        self._rules = rules = settings.checked_rules()
        self._tuples = tuples = shapes(rules.columns, rules.rows)
        self._wiring = make_wiring(rules.columns, rules.rows, tuples)
        self._room = make_room(2 * len(tuples))
        self._checkpoint = checkpoint
        self.curve: list[GamesPoint] = []
        shape = (PLAYERS, sum(table_sizes(tuples)))
        if checkpoint.exists():
            self.tables, self.curve = _read_checkpoint(checkpoint, settings, shape)
        else:
            self.tables = Tables(*(np.zeros(shape, dtype=np.float32) for _ in Tables._fields))

    @property
    def games(self) -> int:
        """How many games the run has played so far."""
        return self.curve[-1].games if self.curve else 0

    def model(self, **header: Any) -> ModelFile:
        """The model as trained so far; ``header`` has further fields of its header."""
        made = Header(kind=KIND, rules=str(self._rules), **header)
        return ModelFile(made, pack(self._tuples, self.tables.weights))

    def play_part(self, strength: Strength | None) -> None:
        """Plays the next part of the run and adds a point to the learning curve."""
        s, start = self.settings, self.games
        games = min(max(s.games // POINTS, 1), s.games - start)
        numbers = TrainingNumbers(
            float(s.step), s.games, float(s.decay), float(s.exploration), float(s.openings),
            s.longest,
        )  # fmt: skip
        counts = np.zeros(COUNTS)
        train_games(
            self._rules.kernel_geometry, self._wiring, self.tables, numbers, self._room,
            word(s.seed), start, games, counts,
        )  # fmt: skip
        done, moves = start + games, max(counts[MOVES], 1)
        is_measured = is_due(start, done, s.games, times=_TIMES, apart=_GAMES_APART)
        point = GamesPoint(
            done,
            float(counts[ERROR] / moves),
            float(counts[FIRST_WINS] / games),
            float(counts[DRAWN] / games),
            float(moves / games),
            strength(self.model()) if strength and is_measured else None,
        )
        self.curve.append(point)

    def keep(self) -> None:
        """Writes the checkpoint."""
        facts = {"settings": asdict(self.settings), "curve": self.curve}
        content = io.BytesIO()
        np.savez(content, facts=json.dumps(facts), **self.tables._asdict())
        write_bytes(self._checkpoint, content.getvalue())


def train_ntuple(
    out: Path,
    settings: NtupleSettings,
    command: str = "",
    on_point: Callable[[GamesPoint], None] | None = None,
    strength: Strength | None = None,
) -> Training:
    """Trains a model, or resumes a run that was interrupted, and writes its file.

    Args:
        out: the file of the model; a checkpoint is kept beside it and removed at the end.
        settings: the settings, which decide the result.
        command: the command to record in the file.
        on_point: called with each new point of the learning curve; if it raises, the checkpoint is
            written.
        strength: measures the model during the run and at the end; never if it is None.

    Raises:
        InvalidSetting: when a setting is out of range, a file cannot be written, or the
            checkpoint belongs to another run.
    """
    checkpoint = part_of(out)
    training = Training(settings, checkpoint)
    written = monotonic()
    while training.games < settings.games:
        try:
            with ctrl_c_delayed():  # weights and curve must agree
                training.play_part(strength)
            if on_point:
                on_point(training.curve[-1])
        except BaseException:
            training.keep()
            raise
        if monotonic() - written > CHECKPOINT_SECONDS:
            training.keep()
            written = monotonic()
    metrics = {"fields": GamesPoint._fields, "curve": training.curve}
    model = training.model(
        parameters=asdict(settings), command=command, seed=settings.seed, metrics=metrics
    )
    save_model(out, model.header, model.arrays)
    checkpoint.unlink(missing_ok=True)
    return training


def _read_checkpoint(
    path: Path, settings: NtupleSettings, shape: tuple[int, int]
) -> tuple[Tables, list[GamesPoint]]:
    """The tables and the curve of an interrupted run.

    Raises:
        InvalidSetting: when the file is no valid checkpoint, or belongs to another run.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            facts = json.loads(str(file["facts"]))
            tables = Tables(*(file[name] for name in Tables._fields))
        kept, curve = facts["settings"], [GamesPoint(*point) for point in facts["curve"]]
        fits = all(table.shape == shape and table.dtype == np.float32 for table in tables)
        is_sound = fits and all(np.all(np.isfinite(table)) for table in tables)
    except Exception:  # noqa: BLE001  # a damaged file may make numpy raise anything
        is_sound = False
    if not is_sound:
        raise InvalidSetting(f"{str(path)!r} is not a checkpoint; remove it first")
    if kept != asdict(settings):
        raise InvalidSetting(f"{str(path)!r} is the checkpoint of another run; remove it first")
    return tables, curve
