"""A full disk and a read-only folder give a sentence and leave the store intact."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.league.store.content import content_of
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import join, make_league, submit

FILL = """
import resource, signal, sys
from pathlib import Path
from enraya.errors import StoreFailure
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import receive

store = LeagueStore(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))  # no file may grow beyond
sent = 0
try:
    while True:
        content = b"#" * 300 + str(sent).encode() if sent % 40 else b"#" * 450_000
        receive(store, 1, "mine.py", content, f"word {sent}")
        sent += 1
except StoreFailure as error:
    print(sent, error)
"""

READ_ONLY = """
import sys
from pathlib import Path
from enraya.errors import StoreFailure
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import receive

folder = Path(sys.argv[1])
def attempt(work):
    try:
        print(work())
    except StoreFailure as error:
        print(error)

with LeagueStore(folder) as store:
    folder.chmod(0o555)  # while it is served
    attempt(lambda: receive(store, 1, "mine.py", b"x = 1", "one"))
    folder.chmod(0o755)
    attempt(lambda: receive(store, 1, "mine.py", b"x = 1", "two").number)
for path in (folder / "league.sqlite", folder):
    path.chmod(path.stat().st_mode & 0o555)
attempt(lambda: LeagueStore(folder))
"""


def obey_modes() -> None:
    """Takes from root, before a program starts, the right to write where files forbid it."""
    drop_from_bounding_set, dac_override = 24, 1
    ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="modes of files as Linux has them")
def test_a_read_only_folder_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "ia"
    with make_league(folder) as store:
        join(store, "A")
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(folder)],
        capture_output=True, text=True, check=True, preexec_fn=obey_modes,
    )  # fmt: skip
    folder.chmod(0o755)
    (folder / "league.sqlite").chmod(0o644)
    served, writable_again, opened = done.stdout.splitlines()
    assert "cannot write" in served
    assert "Permission denied" in served
    assert writable_again == "1"
    assert opened == f"the store '{folder / 'league.sqlite'}' cannot be written: it is read-only"
    with LeagueStore(folder) as store:
        (version,) = store.versions.all()
        assert content_of(folder, version.digest) == b"x = 1"
    assert not list(folder.rglob("*.part"))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of files as Linux has them")
def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", quota=1_000) as store:
        join(store, "A")
        first = submit(store, 1)
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(tmp_path / "ia")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    sent, _, why = done.stdout.partition(" ")
    assert "cannot write" in why or "disk is full" in why
    with LeagueStore(tmp_path / "ia") as store:
        assert store.versions.all()[0].digest == first.digest
        assert len(store.versions.all()) == 1 + int(sent)
        submit(store, 1)  # there is room again
    assert not list((tmp_path / "ia").rglob("*.part"))


def test_a_worker_waits_while_the_store_cannot_be_written(
    tmp_path: Path, store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the test is the worker's own complaint: then the store is whole again."""
    submit(store, join(store, "A"))
    blob = next(path for path in (store.folder / "submissions").rglob("*") if path.is_file())
    hidden = blob.rename(tmp_path / "hidden")
    said: list[str] = []

    def complain(sentence: str) -> None:
        said.append(sentence)
        if not blob.exists():
            hidden.rename(blob)

    monkeypatch.setattr("enraya.league.work.worker.IDLE_SECONDS", 0.01)
    Worker(store, engine="serial", complain=complain).run(
        until=lambda: store.versions.all()[0].state != "received"
    )
    assert said
    assert "cannot read" in said[0]
    assert store.versions.all()[0].state == "checked"
