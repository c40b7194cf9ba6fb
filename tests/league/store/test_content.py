"""Submissions: accepted, stored by digest, and unpacked under safe names."""

import shutil
from pathlib import Path

import pytest

from enraya.errors import EnrayaError, StoreFailure
from enraya.league.store.content import (
    MOST_FILE_NAME,
    blob_path,
    check_upload,
    content_of,
    files_of,
    keep,
    key_of,
    unpack,
    with_own_file_name,
)
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import erase_sources
from enraya.texts import Sentence
from tests.league.making import (
    LEFTMOST,
    RIGHTMOST,
    SMALL,
    enter_agent,
    join,
    submit,
    zipped,
)


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        ("mine.exe", b"x", "is not accepted in this league"),
        ("a" * (MOST_FILE_NAME - 2) + ".py", b"x", "is not accepted"),
        ("work/mine.py", b"x", "is not accepted"),
        ("../mine.py", b"x", "is not accepted"),
        ("mi ne.py", b"x", "is not accepted"),
        ("", b"x", "is not accepted"),
        ("mine.py", b" \n", "is empty"),
        ("mine.py", b"x" * (SMALL.max_bytes + 1), "takes at most"),
    ],
)
def test_an_upload_that_is_not_a_valid_submission_is_refused(
    file: str, content: bytes, why: str
) -> None:
    with pytest.raises(EnrayaError, match=why):
        check_upload(file, content, SMALL)


def test_uploads_at_the_bounds_are_accepted() -> None:
    check_upload("a" * (MOST_FILE_NAME - 3) + ".py", LEFTMOST, SMALL)
    check_upload("Mine.PY", b"x" * SMALL.max_bytes, SMALL)


def test_the_main_file_is_renamed_agent_and_other_files_keep_their_names() -> None:
    assert files_of("Ana.PY", LEFTMOST, SMALL) == ("agent.py", {"agent.py": LEFTMOST})
    sent = zipped({"main.py": LEFTMOST, "tables.py": b"x = 1\n"})
    assert files_of("ana.ZIP", sent, SMALL) == (
        "agent.py", {"agent.py": LEFTMOST, "tables.py": b"x = 1\n"},
    )  # fmt: skip


def test_messages_about_a_source_use_the_file_name_of_its_author() -> None:
    assert with_own_file_name("agent.py, line 3", "mine.zip") == "agent.py, line 3"
    said = with_own_file_name(Sentence("fault.x", file="agent.PY agent.py", line=3), "mine.PY")
    assert isinstance(said, Sentence)
    assert said.values == {"file": "agent.PY mine.PY", "line": 3}


def test_truncated_content_is_stored_again_and_changed_content_detected(
    tmp_path: Path,
) -> None:
    digest = keep(tmp_path, LEFTMOST)
    assert content_of(tmp_path, digest) == LEFTMOST
    path = blob_path(tmp_path, digest)
    path.write_bytes(LEFTMOST[:-1])
    with pytest.raises(StoreFailure, match="is damaged"):
        content_of(tmp_path, digest)
    assert keep(tmp_path, LEFTMOST) == digest
    assert content_of(tmp_path, digest) == LEFTMOST


def test_the_same_content_is_kept_once_and_unpacked_without_names(store: LeagueStore) -> None:
    one, other = join(store, "A"), join(store, "B")
    first = submit(store, one, LEFTMOST, "ana_lopez.py")
    second = submit(store, other, LEFTMOST, "bo.py")
    specs = {unpack(store.folder, version, SMALL) for version in (first, second)}
    assert first.digest == second.digest
    assert len(specs) == 1
    assert len(list((store.folder / "submissions").rglob("*"))) == 2
    assert "lopez" not in specs.pop()


def test_an_archive_and_a_source_of_the_same_bytes_have_different_keys() -> None:
    assert key_of("agent.py", "a.py", LEFTMOST) == key_of("agent.py", "b.py", LEFTMOST)
    assert key_of("agent.py", "a.zip", LEFTMOST) != key_of("agent.py", "a.py", LEFTMOST)
    assert key_of("agent.py", "a.zip", LEFTMOST) == key_of("agent.c", "b.ZIP", LEFTMOST)


def unpacked(store: LeagueStore) -> list[Path]:
    return sorted((store.folder / "unpacked").iterdir())


def test_a_submission_is_unpacked_where_it_is_missing_and_deleted_when_it_is_erased(
    store: LeagueStore,
) -> None:
    team = join(store, "A")
    mine, other = submit(store, team, LEFTMOST), submit(store, team, RIGHTMOST)
    spec = unpack(store.folder, mine, SMALL)
    agent = store.folder / spec.removeprefix("file:")
    assert agent.read_bytes() == LEFTMOST
    agent.write_bytes(b"as it was")
    assert unpack(store.folder, mine, SMALL) == spec
    assert agent.read_bytes() == b"as it was"
    shutil.rmtree(store.folder / "unpacked")
    store.database.write("UPDATE versions SET spec = ? WHERE id = ?", spec, mine.id)
    mine = store.versions.get(mine.id)
    assert unpack(store.folder, mine, SMALL) == spec
    assert agent.read_bytes() == LEFTMOST
    unpack(store.folder, other, SMALL)
    assert len(unpacked(store)) == 2
    erase_sources(store, team)
    assert len(unpacked(store)) == 1  # the other was never checked: its folder is not known
    assert not blob_path(store.folder, other.digest).exists()
    with pytest.raises(StoreFailure, match="cannot read"):
        unpack(store.folder, store.versions.get(mine.id), SMALL)


def test_erasing_a_team_without_a_file_leaves_other_sources_in_place(
    store: LeagueStore,
) -> None:
    team = enter_agent(store, "A", "level(3)")
    kept = keep(store.folder, RIGHTMOST)
    erase_sources(store, team)
    assert content_of(store.folder, kept) == RIGHTMOST


def test_a_folder_that_cannot_be_made_is_not_the_authors_fault(store: LeagueStore) -> None:
    version = submit(store, join(store, "A"))
    (store.folder / "unpacked").write_text("in the way")
    with pytest.raises(StoreFailure, match="cannot write"):
        unpack(store.folder, version, SMALL)
