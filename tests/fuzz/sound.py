"""A sound file of every kind, for tests to damage."""

import operator
from pathlib import Path

from enraya.arena.store.game_formats import FORMATS
from enraya.arena.store.store import Store
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.runfile import save_run
from enraya.game.position import Position
from enraya.models import save_model
from enraya.rules.classic import classic
from enraya.solver.book_build import build_book
from enraya.solver.book_file import save_book
from enraya.work import run_jobs
from tests.arena.support import played, settings_of
from tests.models.crafted import sound_models

JOBS = list(range(12))


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
    for kind, model in sound_models().items():
        save_model(folder / f"{kind}.npz", model.header, model.arrays)
    return [folder / f"{kind}.npz" for kind in sound_models()]
