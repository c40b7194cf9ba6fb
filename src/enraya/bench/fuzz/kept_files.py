"""Damaged books, checkpoints, stores and runs of evolution."""

import hashlib
import json
import operator
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.summary import summarise
from enraya.arena.statistics.tally import ResultCounts
from enraya.arena.store.game_formats import FORMATS
from enraya.arena.store.store import Store
from enraya.bench.fuzz.harness import Case, Target
from enraya.bench.fuzz.mutations import NUMBERS, TEXTS, mutate, mutate_value
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.generation import GeneRun
from enraya.evolve.runfile import load_run, save_run
from enraya.evolve.winners import FIRST_GENERATION, LEVELS, RANDOM, WinnerScore
from enraya.files import write_bytes
from enraya.game.position import Position
from enraya.reports.evolution import gene_report
from enraya.rules.classic import classic
from enraya.solver.book_file import MAGIC, load_book, save_book
from enraya.solver.build import build_book
from enraya.solver.verify import positions_of
from enraya.work import run_jobs

JOBS = list(range(12))
SCORES = [
    WinnerScore(1, name, ResultCounts(1, 1, 1)) for name in (RANDOM, FIRST_GENERATION, *LEVELS)
]
"""What the winner of a run may have done; enough for a report."""
_MOVES = ("", "1", "21", "4444")
_TABLES = {
    "tournaments": ("digest", "created", "settings", "openings", "finished"),
    "games": (
        "tournament", "first", "second", "opening", "winner", "termination", "moves", "plies",
        "seed", "reason", "first_moves", "second_moves", "first_seconds", "first_nodes", "notes",
    ),
}  # fmt: skip


def write_kept_files(folder: Path) -> None:
    """Writes a sound file of every kind, and what commands read besides."""
    for write in (_write_book, _write_checkpoint, _write_store, _write_run):
        write(folder)
    with Store(folder / "games.sqlite") as store:
        games = FORMATS["jsonl"](store, store.tournament(1))
        (folder / "games.jsonl").write_text("".join(games))
    (folder / "drawing.txt").write_text(str(Position.parse("4453")))
    (folder / "agents.toml").write_text('agents = ["random", "greedy"]\n')
    (folder / "openings.txt").write_text("44\n12\n")


def _write_book(folder: Path) -> Path:
    path = folder / "small.book"
    save_book(build_book(classic(4, 4), 3, engine="serial"), path)
    return path


def _write_checkpoint(folder: Path) -> Path:
    path = folder / "run.part"
    run_jobs(operator.neg, JOBS, engine="serial", checkpoint=path)
    return path


def _write_store(folder: Path) -> Path:
    path = folder / "games.sqlite"
    agents = make_entrants(["random", "greedy", "level(1)"])
    settings = TournamentSettings("round-robin", agents, games=2)
    with Store(path) as store:
        run_tournament(enter(settings, store), store, engine="serial")
    return path


def _write_run(folder: Path) -> Path:
    path = folder / "run.json"
    save_run(evolve_genes(GeneSettings(population=6, generations=2, keep=50, seed=1)), path)
    return path


def _prepare_books(samples: Path) -> Case:
    content = _write_book(samples).read_bytes()
    header, entries = content[len(MAGIC) :].split(b"\n", 1)

    def crafted(random: Random) -> bytes:
        kept = mutate(entries, random) if random.random() < 0.5 else entries
        facts = json.loads(header) | {"sha256": hashlib.sha256(kept).hexdigest()}
        changed = facts if random.random() < 0.3 else mutate_value(facts, random)
        return MAGIC + json.dumps(changed).encode() + b"\n" + kept

    def run(random: Random, room: Path) -> None:
        path = room / "small.book"
        path.write_bytes(crafted(random) if random.random() < 0.7 else mutate(content, random))
        book = load_book(path)
        for moves in _MOVES:
            book.score(Position.parse(moves, classic(4, 4)))
        list(positions_of(book))

    return run


def _prepare_checkpoints(samples: Path) -> Case:
    content = _write_checkpoint(samples).read_bytes()

    def run(random: Random, room: Path) -> None:
        path = room / "run.part"
        lines = content.splitlines()
        if random.random() < 0.5:
            place = random.randrange(len(lines))
            lines[place] = json.dumps(mutate_value(json.loads(lines[place]), random)).encode()
            path.write_bytes(b"\n".join(lines) + b"\n")
        else:
            path.write_bytes(mutate(content, random))
        found = run_jobs(operator.neg, JOBS, engine="serial", checkpoint=path)
        assert found == [-job for job in JOBS]

    return run


def _prepare_stores(samples: Path) -> Case:
    sound = _write_store(samples)
    content = sound.read_bytes()

    def run(random: Random, room: Path) -> None:
        path = room / "games.sqlite"
        if random.random() < 0.5:
            path.write_bytes(mutate(content, random))
        else:
            shutil.copyfile(sound, path)
            _change_rows(path, random)
        _read_all(path)

    return run


def _change_rows(path: Path, random: Random) -> None:
    """Sets a column of some rows to an unwelcome value."""
    table = random.choice(sorted(_TABLES))
    column = random.choice(_TABLES[table])
    with closing(sqlite3.connect(path)) as connection, connection:
        (old,) = connection.execute(f"SELECT {column} FROM {table}").fetchone()  # noqa: S608
        values = [*TEXTS, *NUMBERS, 3, -1, 2.5, random.randbytes(5), 2**62]
        if isinstance(old, str) and old.startswith(("[", "{")) and random.random() < 0.8:
            values = [json.dumps(mutate_value(json.loads(old), random))]
        values = [v for v in values if not isinstance(v, str) or v.isascii()]
        query = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE id % 2 = ?"  # noqa: S608
        connection.execute(query, (random.choice(values), random.randrange(2)))


def _read_all(path: Path) -> None:
    """Reads everything that commands show of a store."""
    with Store(path) as store:
        for tournament in store.tournaments():
            summarise(store, tournament).to_object()
            for lines in FORMATS.values():
                "".join(lines(store, tournament)).encode()
        _, record = store.game(1)
        Position.parse(record.moves, record.rules)


def _prepare_runs(samples: Path) -> Case:
    content = _write_run(samples).read_bytes()

    def run(random: Random, room: Path) -> None:
        path = room / "run.json"
        value = json.dumps(mutate_value(json.loads(content), random)).encode()
        write_bytes(path, value if random.random() < 0.7 else mutate(content, random))
        found = load_run(path)
        assert isinstance(found, GeneRun)
        gene_report(found, SCORES).render()

    return run


FILE_TARGETS = (
    Target("books", _prepare_books, 2_000),
    Target("checkpoints", _prepare_checkpoints, 2_000),
    Target("stores", _prepare_stores, 2_000),
    Target("runs", _prepare_runs, 2_000),
)
"""Every kind of file besides models."""
