"""Sources that no compiler has to see to know that they are wrong."""

import os
from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.isolated.compiling import MAX_SOURCE_BYTES, digest_parts, read_source
from enraya.agents.text.languages import LANGUAGES, Language

CPP = next(row for row in LANGUAGES if row.name == "C++")


def refusal(path: Path) -> str:
    with pytest.raises(InvalidSetting) as refused:
        read_source(path)
    return str(refused.value)


@pytest.mark.parametrize("content", [b"", b" \r\n\n", b"\xef\xbb\xbf"])
def test_an_empty_source_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.cpp"
    path.write_bytes(content)
    assert "is empty" in refusal(path)


def test_a_source_of_a_megabyte_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "mine.cpp"
    path.write_bytes(b"//" + b"x" * 1_000_000)
    assert f"has 1,000,002 bytes, and a source may have {MAX_SOURCE_BYTES:,}" in refusal(path)
    assert "put large tables in a file beside it" in refusal(path)


def test_a_source_of_the_largest_size_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "mine.cpp"
    path.write_bytes(b"x" * MAX_SOURCE_BYTES)
    assert len(read_source(path)) == MAX_SOURCE_BYTES
    path.write_bytes(b"x" * (MAX_SOURCE_BYTES + 1))
    assert "500,001 bytes" in refusal(path)


@pytest.mark.parametrize("content", ["// año\n".encode("latin-1"), b"int x;\0", b"\xff\xfei\0"])
def test_what_is_no_text_in_utf_8_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.cpp"
    path.write_bytes(content)
    assert "is not text in UTF-8" in refusal(path)


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "folder.cpp").mkdir()
    assert "is a folder" in refusal(tmp_path / "folder.cpp")
    assert "there is no file" in refusal(tmp_path / "none.cpp")
    assert "there is no file" in refusal(tmp_path / f"{'x' * 300}.cpp")


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.cpp")
    assert "there is no file" in refusal(tmp_path / "mine.cpp")


def test_marks_and_carriage_returns_are_taken_off(tmp_path: Path) -> None:
    path = tmp_path / "mine.lisp"
    path.write_bytes(b"\xef\xbb\xbf(print 1)\r\n(print 2)\r\n")
    assert read_source(path) == b"(print 1)\n(print 2)\n"


@pytest.mark.parametrize(
    ("beside", "content", "changes"),
    [("b.h", "int y;", True), ("c.HPP", "", True), ("notes.txt", "", False)],
)
def test_a_change_in_what_a_source_may_include_is_noticed(
    tmp_path: Path, beside: str, content: str, changes: bool
) -> None:
    (tmp_path / "b.h").write_text("int x;")
    before = digest(CPP, tmp_path)
    (tmp_path / beside).write_text(content)
    assert (digest(CPP, tmp_path) != before) == changes


def digest(language: Language, folder: Path) -> bytes:
    return digest_parts(language, folder / "mine.cpp")


def test_a_part_of_any_size_is_digested_in_no_time(tmp_path: Path) -> None:
    part = tmp_path / "table.h"
    part.touch()
    os.truncate(part, 10**11)  # which takes no room
    before = digest(CPP, tmp_path)
    assert digest(CPP, tmp_path) == before
    os.truncate(part, 10**11 + 1)
    assert digest(CPP, tmp_path) != before


@pytest.mark.parametrize(("size", "counts"), [(1_000_000, False), (1_000_001, True)])
def test_the_time_of_a_part_counts_if_it_is_too_large_to_be_read(
    tmp_path: Path, size: int, counts: bool
) -> None:
    part = tmp_path / "table.h"
    part.touch()
    os.truncate(part, size)
    before = digest(CPP, tmp_path)
    os.utime(part, (0, 0))
    assert (digest(CPP, tmp_path) != before) == counts
