"""The store: round trips, refusals and damage."""

import json
import resource
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.arena.results.summary import summarise
from enraya.arena.store import database
from enraya.arena.store.database import FILE_NAME, games_file, laboratory_folder
from enraya.arena.store.game_formats import FORMATS, import_games
from enraya.arena.store.game_row import decode_row, encode_row
from enraya.arena.store.store import Store
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.texts import Sentence
from tests.arena.support import played, settings_of, timeless
from tests.cli.running import printed

NOTES = (
    MoveNote(0.25, 100, 1.5),
    MoveNote(0.5, None, None),
    MoveNote(None, 50, -3.0),
    MoveNote(0.125, None, None, stopped=True),
    MoveNote(0.75, 30, None),
)
RECORD = GameRecord.of(
    Position.parse("1212121"), ("one", "other"), seed=5, opening="12", notes=NOTES
)


def test_a_record_survives_storing_and_loading() -> None:
    row = encode_row(Pairing(1, 0, 3), RECORD)
    assert decode_row(row, "classic", RECORD.agents, "12") == RECORD
    assert (row.first_moves, row.second_moves) == (3, 2)
    assert (row.first_seconds, row.second_seconds) == (1.0, 0.625)
    assert (row.first_nodes, row.second_nodes) == (180, None)


@pytest.mark.parametrize("notes", [NOTES, ()])
def test_a_stored_game_keeps_its_reserve(notes: tuple[MoveNote, ...], store: Store) -> None:
    record = replace(RECORD, reserve=0.5, notes=notes)
    assert (
        decode_row(encode_row(Pairing(0, 1, 0), record), "classic", RECORD.agents, "12") == record
    )
    (tournament,) = import_games(store, record.to_json())
    assert [kept for _, kept in store.records(tournament)] == [record]


def test_a_row_sums_up_double_turns_for_the_player_who_moved() -> None:
    moves = "17623"
    record = GameRecord.of(Position.parse(moves, "boom"), ("a", "b"), notes=NOTES)
    row = encode_row(Pairing(0, 1, 0), record)
    assert (row.first_moves, row.second_moves) == (3, 2)  # 1 | 2 2 | 1 1
    assert (row.first_seconds, row.second_seconds) == (1.125, 0.5)


FAULT = Sentence("fault.signal", signal="SIGSEGV")


@pytest.mark.parametrize("reason", [FAULT, "ValueError: no", "{", '{"key": "fault.signal"}'])
def test_a_fault_is_stored_with_its_reason(reason: str, store: Store) -> None:
    record = GameRecord("classic", ("a", "b"), "4", 1, Termination.CRASH, reason=reason)
    row = encode_row(Pairing(0, 1, 0), record)
    assert decode_row(row, "classic", ("a", "b"), "") == record
    tournament = store.create(settings_of("a", "b"), [""])
    store.add_games(tournament.id, [row])
    ((_, kept),) = store.rows(tournament.id)
    found = store.faults(tournament.id)
    assert (found, store.game(1)[1].reason) == ({1: {"crash": (1, reason)}}, reason)
    assert repr(found[1]["crash"].reason) == repr(kept.reason) == repr(reason)
    assert summarise(store, tournament).agents[1].faults == {"crash": 1}


def test_no_game_is_stored_twice_and_a_failed_insertion_adds_nothing(store: Store) -> None:
    rows = [encode_row(Pairing(0, 1, number), RECORD) for number in range(3)]
    tournament = store.create(settings_of("a", "b"), ["12"])
    store.add_games(tournament.id, rows[:1])
    with pytest.raises(InvalidSetting, match="UNIQUE"):
        store.add_games(tournament.id, [rows[1], rows[0], rows[2]])
    assert store.count(tournament.id) == 1


def test_settings_survive_storing_and_loading(store: Store) -> None:
    settings = settings_of(
        "random", "level(3)", kind="swiss", clock="60+1", openings=("44", ""), rounds=1
    )
    created = store.create(settings, settings.openings)
    assert store.find(settings) == created
    assert created.settings == settings
    assert store.find(settings_of("random", "greedy")) is None
    with pytest.raises(InvalidSetting, match="has no tournament 7"):
        store.tournament(7)
    with pytest.raises(InvalidSetting, match="has no game 7"):
        store.game(7)


def test_files_that_are_not_stores_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, but long enough to be looked at" * 50)
    with pytest.raises(InvalidSetting, match="is not an SQLite file"):
        Store(text)
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(InvalidSetting, match="another program's database"):
        Store(other)
    with pytest.raises(InvalidSetting, match="cannot be opened"):
        Store(tmp_path / "absent" / "games.sqlite")
    with pytest.raises(InvalidSetting, match="cannot be opened"):
        Store(tmp_path)


def test_a_store_of_a_newer_version_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, settings_of("random", "random"))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InvalidSetting, match="version 99, from a newer enraya"):
        Store(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (2,)
    connection.close()


def test_a_locked_store_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.1)
    path = tmp_path / "games.sqlite"
    Store(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Store(path) as store, pytest.raises(InvalidSetting, match="locked by another program"):
        store.create(settings_of("a", "b"), [""])
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.slow
def test_a_full_disk_stops_the_run_with_a_sentence_and_loses_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    code = (
        "import resource, sys\n"
        "from enraya.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, resource.RLIM_INFINITY))\n"
        "sys.argv = ['enraya', 'match', 'random', 'random', '--games', '2000',\n"
        f"    '--engine', 'serial', '--store', {str(path)!r}]\n"
        "main()\n"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "disk" in done.stderr
    assert "Traceback" not in done.stderr
    settings = settings_of("random", "random", kind="match", games=2000)
    with Store(path) as store:
        found = store.find(settings)
        assert found is not None
        assert 0 < store.count(found.id) < 2000
    played(path, settings)
    played(tmp_path / "other.sqlite", settings)
    assert timeless(path) == timeless(tmp_path / "other.sqlite")


def test_a_tournament_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Store(path) as one, Store(path) as other:
        tournament = one.create(settings_of("random", "greedy"), [""])
        with (
            one.claim(tournament.id),
            pytest.raises(InvalidSetting, match="is already being played"),
            other.claim(tournament.id),
        ):
            pass
        with other.claim(tournament.id):
            pass
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.sqlite"]


def test_games_are_exported_and_imported(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    tournament = played(path, settings_of("random", "greedy", "level(2)", games=4))
    with Store(path) as store, Store(copy) as other:
        text = "".join(FORMATS["jsonl"](store, tournament))
        (imported,) = import_games(other, text)
        assert import_games(other, text) == [imported]
        again = "".join(FORMATS["jsonl"](other, imported))
        assert sorted(again.splitlines()) == sorted(text.splitlines())
        before, after = (summarise(s, t) for s, t in ((store, tournament), (other, imported)))
        assert [row.standing for row in after.agents] == [row.standing for row in before.agents]
        table = "".join(FORMATS["csv"](store, tournament)).splitlines()
        assert table[0].startswith("game,tournament,rules,first,second,winner")
        assert len(table) == 1 + 12
        pgn = "".join(FORMATS["pgn"](store, tournament))
        assert pgn.count("[Result ") == 12


def test_a_file_with_one_bad_line_is_not_imported(store: Store) -> None:
    lines = [RECORD.to_json(), json.dumps({"moves": "44"})]
    with pytest.raises(InvalidNotation, match="line 2"):
        import_games(store, "\n".join(lines))
    with pytest.raises(InvalidSetting, match="no games"):
        import_games(store, "\n\n")
    assert store.tournaments() == []


def test_a_store_opened_concurrently_is_created_once(tmp_path: Path) -> None:
    def open_store(_: int) -> int:
        with Store(tmp_path / "new.sqlite") as store:
            return len(store.tournaments())

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(open_store, range(64))) == [0] * 64


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("UPDATE tournaments SET settings = '{'", "tournament 1 of the store"),
        ("UPDATE tournaments SET settings = '[]'", "tournament 1 of the store"),
        ("UPDATE tournaments SET settings = replace(settings, '\"a\"', '7')", "tournament 1"),
        ("UPDATE tournaments SET settings = replace(settings, '\"b\"', '\"a\"')", "tournament 1"),
        ("UPDATE tournaments SET settings = x'00ff'", "tournament 1"),
        ("UPDATE tournaments SET openings = '[]'", "tournament 1"),
        ("UPDATE tournaments SET openings = '7'", "tournament 1"),
        ("UPDATE tournaments SET openings = '[4]'", "tournament 1"),
        ("UPDATE games SET first = 2", "is damaged"),
        ("UPDATE games SET second = -1", "is damaged"),
        ("UPDATE games SET winner = 3", "is damaged"),
        ("UPDATE games SET opening = 'x'", "is damaged"),
        ("UPDATE games SET opening = -1", "is damaged"),
    ],
)
def test_damaged_content_is_named_wherever_it_is_read(
    tmp_path: Path, change: str, sentence: str
) -> None:
    path = damaged_store(tmp_path, change)
    with Store(path) as store, pytest.raises(InvalidSetting, match=sentence):
        summarise(store, store.tournament(1))
    with Store(path) as store, pytest.raises(InvalidSetting, match="is damaged"):
        store.game(1)


@pytest.mark.parametrize(
    "change",
    [
        "termination = 'boredom'", "moves = 4.5", "moves = x'34'", "moves = '4\n'", "plies = 9",
        "reason = x'05'", "seed = 'x'", "notes = '{'", "notes = '[]'", "first_seconds = 'x'",
        """notes = '{"micros": [1]}'""", """notes = '{"micros": ["x", 1, 1, 1, 1, 1, 1]}'""",
    ],
)  # fmt: skip
def test_a_damaged_game_is_named(tmp_path: Path, change: str) -> None:
    with Store(damaged_store(tmp_path, f"UPDATE games SET {change}")) as store:  # noqa: S608
        for read in (lambda: store.game(1), lambda: list(store.records(store.tournament(1)))):
            with pytest.raises(InvalidSetting, match=r"game 1 of the store .* is damaged"):
                read()


def damaged_store(folder: Path, change: str) -> Path:
    """A store with one game, changed by a statement."""
    path = folder / "games.sqlite"
    with Store(path) as store:
        tournament = store.create(settings_of("a", "b"), [""])
        record = GameRecord.of(Position.parse("1212121"), ("a", "b"))
        store.add_games(tournament.id, [encode_row(Pairing(0, 1, 0), record)])
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    return path


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**63])
def test_numbers_out_of_range_have_no_game(store: Store, number: int) -> None:
    for read in (store.game, store.tournament):
        with pytest.raises(InvalidSetting, match="no numbers beyond 64 bits"):
            read(number)


@pytest.mark.parametrize(
    "change",
    [
        {"notes": [{"nodes": 10**30}] * 7}, {"notes": [{"seconds": float("nan")}] * 7},
        {"notes": [{"score": float("inf")}] * 7}, {"notes": [{"nodes": 1}]}, {"seed": 10**30},
        {"reason": "\ud800"}, {"agents": ["\udfff", "b"]},
    ],
)  # fmt: skip
def test_games_that_a_store_cannot_hold_are_not_imported(
    store: Store, change: dict[str, object]
) -> None:
    record = GameRecord.of(Position.parse("1212121"), ("a", "b")).to_json()
    text = f"{record}\n{json.dumps({**json.loads(record), **change})}\n"
    with pytest.raises(InvalidNotation, match="line 2"):
        import_games(store, text)
    assert store.tournaments() == []


def test_control_characters_in_names_and_reasons_are_escaped(tmp_path: Path) -> None:
    first = "[/red]\x1b[2J\u202e"
    record = GameRecord(
        "classic", (first, "b\x07"), "4", 1, Termination.CRASH, reason='says "\x1b]0;me\x07"\r'
    )
    store = str(tmp_path / "games.sqlite")
    (tmp_path / "games.jsonl").write_text(record.to_json())
    assert printed("games", "import", str(tmp_path / "games.jsonl"), "--store", store)
    shown = [
        printed("games", *words, "--store", store)
        for words in (
            ["list"], ["list", "1"], ["show", "1"], ["table", "1"], ["export", "1"],
            ["export", "1", "--format", "csv"], ["export", "1", "--format", "pgn"],
        )
    ]  # fmt: skip
    for text in shown:
        assert all(line.isprintable() for line in text.split("\n"))
    assert r"[/red]\x1b[2J\u202e" in shown[2]
    assert r'[Reason "says \"\x1b]0;me\x07\"\r"]' in shown[2]
    assert r"[/red]\x1b" in shown[3]


def test_two_agents_may_meet_again_from_the_same_opening(tmp_path: Path) -> None:
    records = [
        GameRecord.of(Position.parse(moves), ("a", "b"), opening=opening)
        for opening, moves in (("", "1"), ("12", "123"), ("12", "124"), ("", "2"), ("12", "125"))
    ]
    with Store(tmp_path / "games.sqlite") as store:
        (tournament,) = import_games(store, "\n".join(record.to_json() for record in records))
        kept = [record for _, record in store.records(tournament)]
    assert sorted(record.moves for record in kept) == ["1", "123", "124", "125", "2"]
    assert all(record in records for record in kept)


def test_every_command_uses_the_same_store_in_a_folder(tmp_path: Path) -> None:
    assert games_file(tmp_path) == tmp_path / FILE_NAME
    assert laboratory_folder(tmp_path) == tmp_path
    command = ("match", "random", "random", "--games", "2", "--engine", "serial")
    printed(*command, "--store", str(tmp_path))
    with Store(tmp_path / FILE_NAME) as store:
        assert store.count(1) == 2
    assert printed("games", "list", "--store", str(tmp_path)).count("match") == 1


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("games", "games.laboratory"),
        ("new.sqlite", "new.sqlite.laboratory"),
        ("new", "new"),  # a folder, but only for a laboratory
    ],
)
def test_a_laboratory_is_in_the_given_folder_or_beside_the_given_file(
    tmp_path: Path, name: str, folder: str
) -> None:
    (tmp_path / "games").touch()
    assert games_file(tmp_path / name) == tmp_path / name
    assert laboratory_folder(tmp_path / name) == tmp_path / folder
