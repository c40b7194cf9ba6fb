"""Training an `ntuple` model: games against itself, from nothing but the rules.

The settings alone decide how a run goes; a checkpoint, written about once a minute, holds all that
the rest of the run needs. So a run that was killed ends with the same file as one that was not.
"""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np

from enraya.callspec import parse_callspec
from enraya.errors import InvalidSetting
from enraya.files import part_of, write_bytes
from enraya.kernels.core.compile import word
from enraya.kernels.training.ntuple import (
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
"""The parts of a run; each is a point of the learning curve."""
_TIMES = 10
"""How often its strength is measured,"""
_GAMES_APART = 2000
"""and how many games are between two measurements at least: fewer teach it little."""


@dataclass(frozen=True, slots=True)
class NtupleSettings:
    """What decides a training run."""

    games: int = 20_000_000
    seed: int = 0
    rules: str = "classic"
    step: float = 8.0
    """How far a value moves towards its target at first; it falls to 0 by the end of the run."""
    decay: float = 0.8
    """λ: how much later positions of a game count in a target."""
    exploration: float = 0.1
    """How often a move is random."""
    openings: float = 0.7
    """The share of games that begin with random moves,"""
    longest: int = 14
    """and how many of them at most."""

    def checked_rules(self) -> RuleSet:
        """The rule set.

        Raises:
            InvalidSetting: when it is not classic, or there are no games.
        """
        if self.games < 1:
            raise InvalidSetting(f"ntuple learns from at least one game, not {self.games}")
        rules = parse_rules(self.rules)
        if rules.name != "classic":
            raise InvalidSetting(f"ntuple learns classic games only, not {rules}")
        return rules


_DEFAULTS = NtupleSettings()
PARAMETERS = (
    Parameter("step", number(0, 100), _DEFAULTS.step, "how far values move at first"),
    Parameter("decay", number(0, 1), _DEFAULTS.decay, "how much later positions count"),
    Parameter("exploration", number(0, 1), _DEFAULTS.exploration, "share of random moves"),
    Parameter("openings", number(0, 1), _DEFAULTS.openings, "games with a random opening"),
    Parameter("longest", integer(0, 30), _DEFAULTS.longest, "the most random first moves"),
)
"""What ``ntuple(…)`` may be told."""


def parse_settings(text: str, games: int, seed: int, rules: RuleSet) -> NtupleSettings:
    """The settings of a run written as ``ntuple`` or ``ntuple(step=4, …)``.

    Raises:
        InvalidSetting: when a parameter is unknown or out of range.
    """
    given = read_parameters("model", parse_callspec(text), PARAMETERS)
    return NtupleSettings(games, seed, str(rules), **given)


class GamesPoint(NamedTuple):
    """One point of the learning curve: shares and means over the games since the last point."""

    games: int
    """All games so far."""
    error: float
    """How far values were from their targets."""
    first_wins: float
    draws: float
    moves: float
    strength: float | None = None
    """The share of points against a level; None where it was not measured."""


@dataclass(slots=True)
class Training:
    """A run and its progress."""

    settings: NtupleSettings
    tables: Tables
    curve: list[GamesPoint] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.curve[-1].games if self.curve else 0


def train_ntuple(
    out: Path,
    settings: NtupleSettings,
    command: str = "",
    on_point: Callable[[GamesPoint], None] | None = None,
    strength: Strength | None = None,
) -> Training:
    """Trains a model, or resumes a run that was interrupted, and writes its file.

    Args:
        out: the model's file; the checkpoint is beside it and is removed at the end.
        settings: what decides the result.
        command: written into the file.
        on_point: called after each part of the run; if it raises, the progress so far is kept.
        strength: measures the model on the way, and at the end.

    Raises:
        InvalidSetting: when a setting is out of range, a file cannot be written, or the
            checkpoint belongs to another run.
    """
    rules = settings.checked_rules()
    tuples = shapes(rules.columns, rules.rows)
    checkpoint = part_of(out)
    training = _start(checkpoint, settings, sum(table_sizes(tuples)))
    run = _Run(training, rules, strength)
    written = monotonic()
    while training.games < settings.games:
        with _kept_when_stopped(checkpoint, training):
            with ctrl_c_delayed():  # weights and curve must agree
                training.curve.append(run.play_part())
            if on_point:
                on_point(training.curve[-1])
        if monotonic() - written > CHECKPOINT_SECONDS:
            _write_checkpoint(checkpoint, training)
            written = monotonic()
    header = Header(
        kind=KIND,
        rules=str(rules),
        parameters=asdict(settings),
        command=command,
        seed=settings.seed,
        metrics={"fields": GamesPoint._fields, "curve": training.curve},
    )
    save_model(out, header, pack(tuples, training.tables.weights))
    checkpoint.unlink(missing_ok=True)
    return training


@contextmanager
def _kept_when_stopped(checkpoint: Path, training: Training) -> Iterator[None]:
    """Writes the checkpoint when an exception ends the run inside."""
    try:
        yield
    except BaseException:
        _write_checkpoint(checkpoint, training)
        raise


class _Run:
    """What it takes to play the parts of a run."""

    def __init__(self, training: Training, rules: RuleSet, strength: Strength | None) -> None:
        self._training = training
        self._rules = rules
        self._strength = strength
        self._geometry = rules.kernel_geometry
        tuples = self._tuples = shapes(rules.columns, rules.rows)
        self._wiring = make_wiring(rules.columns, rules.rows, tuples)
        self._room = make_room(2 * len(tuples))
        s = training.settings
        self._settings = TrainingNumbers(
            float(s.step),
            s.games,
            float(s.decay),
            float(s.exploration),
            float(s.openings),
            s.longest,
        )

    def play_part(self) -> GamesPoint:
        """Plays the next part and returns its point of the curve."""
        start, settings = self._training.games, self._training.settings
        games = min(max(settings.games // POINTS, 1), settings.games - start)
        counts = np.zeros(COUNTS)
        train_games(
            self._geometry, self._wiring, self._training.tables, self._settings, self._room,
            word(settings.seed), start, games, counts,
        )  # fmt: skip
        moves = max(counts[MOVES], 1)
        return GamesPoint(
            start + games,
            float(counts[ERROR] / moves),
            float(counts[FIRST_WINS] / games),
            float(counts[DRAWN] / games),
            float(moves / games),
            self._measured(start, start + games),
        )

    def _measured(self, before: int, games: int) -> float | None:
        """The strength after this many games, if it is wanted and due."""
        training = self._training
        needed = training.settings.games
        if not (self._strength and is_due(before, games, needed, times=_TIMES, apart=_GAMES_APART)):
            return None
        arrays = pack(self._tuples, training.tables.weights)
        return self._strength(ModelFile(Header(kind=KIND, rules=str(self._rules)), arrays))


def _start(checkpoint: Path, settings: NtupleSettings, entries: int) -> Training:
    """A new run, or the one that the checkpoint belongs to."""
    if not checkpoint.exists():
        tables = Tables(*(np.zeros((PLAYERS, entries), dtype=np.float32) for _ in range(3)))
        return Training(settings, tables)
    try:
        with np.load(io.BytesIO(checkpoint.read_bytes()), allow_pickle=False) as file:
            facts = json.loads(str(file["facts"]))
            tables = Tables(*(file[name] for name in Tables._fields))
        kept, curve = facts["settings"], [GamesPoint(*point) for point in facts["curve"]]
        fits = all(t.shape == (PLAYERS, entries) and t.dtype == np.float32 for t in tables)
        is_sound = fits and all(np.all(np.isfinite(table)) for table in tables)
    except Exception:  # noqa: BLE001  # whatever a damaged file makes numpy do
        is_sound = False
    if not is_sound:
        raise InvalidSetting(f"{str(checkpoint)!r} is not a checkpoint; remove it first")
    if kept != asdict(settings):
        raise InvalidSetting(
            f"{str(checkpoint)!r} is the checkpoint of another run; remove it first"
        )
    return Training(settings, tables, curve)


def _write_checkpoint(path: Path, training: Training) -> None:
    facts = {"settings": asdict(training.settings), "curve": training.curve}
    content = io.BytesIO()
    np.savez(content, facts=json.dumps(facts), **training.tables._asdict())
    write_bytes(path, content.getvalue())
