"""A sound file of every kind, for tests to damage."""

import itertools
import operator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.arena.store.game_formats import FORMATS
from enraya.arena.store.store import Store
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.runfile import save_run
from enraya.game.position import Position
from enraya.models import Header, save_model
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.ntuple import pack
from enraya.models.ntuple_shapes import shapes, table_sizes
from enraya.rules.classic import classic
from enraya.solver.book_build import build_book
from enraya.solver.book_file import save_book
from enraya.work import run_jobs
from tests.arena.support import played, settings_of

JOBS = list(range(12))
Arrays = dict[str, NDArray[Any]]


def write_sound_files(folder: Path) -> None:
    """Writes a file of every kind, and what commands read besides."""
    for write in (write_book, write_checkpoint, write_store, write_run):
        write(folder)
    with Store(folder / "games.sqlite") as store:
        games = FORMATS["jsonl"](store, store.tournament(1))
        (folder / "games.jsonl").write_text("".join(games))
    (folder / "drawing.txt").write_text(str(Position.parse("4453")))
    (folder / "agents.toml").write_text('agents = ["random", "greedy"]\n')
    (folder / "openings.txt").write_text("44\n12\n")
    (folder / "models").mkdir()
    write_models(folder / "models")


def write_book(folder: Path) -> Path:
    path = folder / "small.book"
    save_book(build_book(classic(4, 4), 3, engine="serial"), path)
    return path


def write_checkpoint(folder: Path) -> Path:
    path = folder / "run.part"
    run_jobs(operator.neg, JOBS, engine="serial", checkpoint=path)
    return path


def write_store(folder: Path) -> Path:
    path = folder / "games.sqlite"
    played(path, settings_of("random", "greedy", "level(1)"))
    return path


def write_run(folder: Path) -> Path:
    path = folder / "run.json"
    save_run(evolve_genes(GeneSettings(population=6, generations=2, keep=50, seed=1)), path)
    return path


def write_models(folder: Path) -> list[Path]:
    """Writes a model of every kind."""
    rng = np.random.default_rng(0)
    tuples = shapes(7, 6)[:2]
    tables = pack(tuples, rng.random((2, sum(table_sizes(tuples)))).astype(np.float32))
    kinds: dict[str, tuple[tuple[str, ...], Any]] = {
        "poly": (PAPER_NAMES, {"coefficients": rng.random(78), "intercept": np.array(0.5)}),
        "mlp": (OUR_NAMES, _network(rng)),
        "boosting": (OUR_NAMES, _trees()),
        "tables": ((), {**tables, "step": np.array(5.0)}),
        "ntuple": ((), tables),
    }
    for kind, (features, arrays) in kinds.items():
        save_model(folder / f"{kind}.npz", Header(kind, features), arrays)
    return [folder / f"{kind}.npz" for kind in kinds]


def _network(rng: np.random.Generator) -> Arrays:
    sizes = (len(OUR_NAMES), 5, 3)
    arrays: Arrays = {"scale": np.array(2.0, np.float32)}
    for layer, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        arrays[f"weights{layer}"] = rng.standard_normal((outputs, inputs)).astype(np.float32)
        arrays[f"biases{layer}"] = np.zeros(outputs, np.float32)
    return arrays


def _trees() -> Arrays:
    return {
        "feature": np.array([0, -1, -1, 3, -1, 5, -1, -1], np.int16),
        "value": np.array([4, -1, 1, 2, 0.5, 1, -0.5, 2], np.float32),
        "greater": np.array([2, 0, 0, 5, 0, 7, 0, 0], np.int32),
        "roots": np.array([0, 3], np.int32),
        "is_root": np.array(1, np.int8),
    }
