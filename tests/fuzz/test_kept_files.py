"""Damaged books, checkpoints, stores and runs of evolution."""

import hashlib
import json
import operator
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.arena.results.summary import summarise
from enraya.arena.statistics.tally import ResultCounts
from enraya.arena.store.game_formats import FORMATS
from enraya.arena.store.store import Store
from enraya.errors import EnrayaError
from enraya.evolve.genes import GeneRun
from enraya.evolve.runfile import load_run
from enraya.evolve.winners import FIRST_GENERATION, LEVELS, RANDOM, WinnerScore
from enraya.game.position import Position
from enraya.reports.evolution import gene_report
from enraya.rules.classic import classic
from enraya.solver.book_check import positions_of
from enraya.solver.book_file import MAGIC, load_book
from enraya.work import run_jobs
from tests.fuzz.damage import NUMBERS, TEXTS, as_json, changed, damaged, damaged_json, tries
from tests.fuzz.sound import JOBS, write_book, write_checkpoint, write_run, write_store

SCORES = [
    WinnerScore(1, name, ResultCounts(1, 1, 1)) for name in (RANDOM, FIRST_GENERATION, *LEVELS)
]
"""What the winner of a run may have done; enough for a report."""
MOVES = ("", "1", "21", "4444")
COLUMNS = [
    *(("tournaments", name) for name in ("digest", "created", "settings", "openings", "finished")),
    *(("games", name) for name in (
        "tournament", "first", "second", "opening", "winner", "termination", "moves", "plies",
        "seed", "reason", "first_moves", "second_moves", "first_seconds", "first_nodes", "notes",
    )),
]  # fmt: skip
"""Columns of a store, by table."""


@pytest.fixture(scope="module")
def book(room: Path) -> bytes:
    """A sound book."""
    return write_book(room).read_bytes()


@pytest.fixture(scope="module")
def checkpoint(room: Path) -> bytes:
    """A sound checkpoint."""
    return write_checkpoint(room).read_bytes()


@pytest.fixture(scope="module")
def store(room: Path) -> Path:
    """A sound store."""
    return write_store(room)


@pytest.fixture(scope="module")
def run(room: Path) -> bytes:
    """A sound run of an evolution."""
    return write_run(room).read_bytes()


@tries(2)
@given(data=st.data())
def test_damaged_books_are_read_or_refused(data: st.DataObject, book: bytes, room: Path) -> None:
    header, slots = book[len(MAGIC) :].split(b"\n", 1)
    content = data.draw(damaged(book))
    if data.draw(st.booleans(), label="with a checksum that is right"):
        slots = data.draw(st.just(slots) | damaged(slots))
        facts = json.loads(header) | {"sha256": hashlib.sha256(slots).hexdigest()}
        content = MAGIC + as_json(data.draw(st.just(facts) | changed(facts))) + b"\n" + slots
    path = room / "damaged.book"
    path.write_bytes(content)
    with suppress(EnrayaError):
        found = load_book(path)
        for moves in MOVES:
            found.score(Position.parse(moves, classic(4, 4)))
        list(positions_of(found))


@tries(3)
@given(data=st.data())
def test_damaged_checkpoints_give_only_true_results(
    data: st.DataObject, checkpoint: bytes, room: Path
) -> None:
    lines = checkpoint.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = as_json(data.draw(changed(json.loads(lines[place]))))
    content = data.draw(damaged(checkpoint) | st.just(b"\n".join(lines) + b"\n"))
    path = room / "damaged.part"
    path.write_bytes(content)
    with suppress(EnrayaError):
        found = run_jobs(operator.neg, JOBS, engine="serial", checkpoint=path)
        assert found == [-job for job in JOBS]


@tries(1)
@given(data=st.data())
def test_damaged_stores_are_read_or_refused(data: st.DataObject, store: Path, room: Path) -> None:
    path = room / "damaged.sqlite"
    for left in room.glob(f"{path.name}*"):
        left.unlink()
    if data.draw(st.booleans(), label="bytes, not values"):
        path.write_bytes(data.draw(damaged(store.read_bytes())))
    else:
        shutil.copyfile(store, path)
        change_rows(path, data)
    with suppress(EnrayaError):
        read_all(path)


def change_rows(path: Path, data: st.DataObject) -> None:
    """Sets a column of some rows to an unwelcome value."""
    table, column = data.draw(st.sampled_from(COLUMNS))
    with closing(sqlite3.connect(path)) as connection, connection:
        (sound,) = connection.execute(f"SELECT {column} FROM {table}").fetchone()  # noqa: S608
        values = st.sampled_from([*filter(str.isascii, [*TEXTS, *NUMBERS]), 3, -1, 2.5, 2**62])
        if isinstance(sound, str) and sound.startswith(("[", "{")):
            values = values | changed(json.loads(sound)).map(json.dumps)
        query = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE id % 2 = ?"  # noqa: S608
        which = data.draw(st.integers(0, 1))
        connection.execute(query, (data.draw(values | st.binary(max_size=5)), which))


def read_all(path: Path) -> None:
    """Reads everything that commands show of a store."""
    with Store(path) as store:
        for tournament in store.tournaments():
            summarise(store, tournament).to_object()
            for lines in FORMATS.values():
                "".join(lines(store, tournament)).encode()
        _, record = store.game(1)
        Position.parse(record.moves, record.rules)


@tries(2)
@given(data=st.data())
def test_damaged_runs_of_an_evolution_are_read_or_refused(
    data: st.DataObject, run: bytes, room: Path
) -> None:
    path = room / "damaged.json"
    path.write_bytes(data.draw(damaged_json(json.loads(run))))
    with suppress(EnrayaError):
        found = load_run(path)
        assert isinstance(found, GeneRun)
        gene_report(found, SCORES).render()
