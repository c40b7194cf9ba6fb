"""Reading and compiling sources, with stand-in compilers that every system has."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from enraya import InvalidSetting
from enraya.agents.isolated import compiling
from enraya.agents.isolated.compiling import (
    MAX_SOURCE_BYTES,
    BadSource,
    Compiled,
    compile_agent,
    digest_parts,
    read_source,
)
from enraya.agents.isolated.kept_builds import builds_folder
from enraya.agents.text import languages
from enraya.agents.text.languages import LANGUAGES, Language
from enraya.agents.text.spec import parse_spec

SHELL = Language("Shell", (".sh",), ("sh",), "dash", ("sh", "-n", "{source}"), ("sh", "{file}"))
COPY = Language(
    "Copy",
    (".copy",),
    ("sh",),
    "dash",
    build=("sh", "{source}", "{built}", "{home}"),
    run=("{built}/agent", "{heap}"),
    parts=(".part",),
    noise="nothing to see",
)
"""Its sources are scripts that do what a compiler does, well or badly."""


@pytest.fixture(autouse=True)
def _more_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, SHELL, COPY))


def written(folder: Path, name: str, content: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(content)
    return path


def compiled(path: Path, *, alone: bool = True) -> Compiled:
    found = compile_agent(parse_spec(f"file:{path}"), alone=alone)
    assert found is not None
    return found


def refusal(path: Path, *, alone: bool = True) -> str:
    with pytest.raises(InvalidSetting) as refused:
        compiled(path, alone=alone)
    return str(refused.value)


def test_a_missing_file_error_says_that_a_source_sees_only_itself(tmp_path: Path) -> None:
    path = written(tmp_path / "agents", "mine.copy", "cat $2/absent.part\n")
    assert "give it a folder of its own" in refusal(path)
    assert refusal(path, alone=False).startswith("'mine.copy' does not compile:\n")


def test_a_path_that_is_too_long_is_the_authors_fault(tmp_path: Path) -> None:
    name = "x" * 250
    deep = f"cd $1; touch agent; for i in $(seq 30); do mkdir {name} && cd -P {name}; done\n"
    assert "left no program" in refusal(written(tmp_path / "agents", "deep.copy", deep))
    path = written(tmp_path / "agents", "mine.copy", "echo made > $1/agent\n")
    assert compiled(path).command(memory_mb=100)


def test_a_finished_build_is_run_from_the_cache(tmp_path: Path) -> None:
    path = written(tmp_path / "agents", "mine.copy", "echo made > $1/agent\n")
    program = compiled(path)
    agent, heap = program.command(memory_mb=100)[-2:]
    assert Path(agent).read_text() == "made\n"
    assert os.access(agent, os.X_OK)
    assert heap == "70"
    assert builds_folder() in Path(agent).parents
    assert program.readable == [str(Path(agent).parent)]


def test_a_source_is_compiled_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "agents", "mine.copy", "echo one > $1/agent\n")
    first = compiled(path)
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "run_tool", None)
        assert compiled(path) == first
    written(tmp_path / "agents", "mine.copy", "echo two > $1/agent\n")
    assert (compiled(path).build.folder / "agent").read_text() == "two\n"
    assert (first.build.folder / "agent").read_text() == "one\n"


def test_a_source_can_include_a_file_beside_it_if_its_folder_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    path = written(folder, "mine.copy", 'cat "$2/beside.part" > $1/agent\n')
    written(folder, "beside.part", "one\n")
    assert "beside.part" in refusal(path)
    assert (compiled(path, alone=False).build.folder / "agent").read_text() == "one\n"
    written(folder, "beside.part", "two\n")
    assert (compiled(path, alone=False).build.folder / "agent").read_text() == "two\n"


def test_compiler_messages_keep_the_authors_file_names_and_drop_noise(tmp_path: Path) -> None:
    source = 'echo "$PWD/mine.copy:3: no"; echo nothing to see; echo "$2/x.part:1: bad"; exit 1\n'
    path = written(tmp_path / "agents", "mine.copy", source)
    assert refusal(path) == "'mine.copy' does not compile:\nmine.copy:3: no\nx.part:1: bad"


def test_control_characters_in_compiler_messages_are_escaped(tmp_path: Path) -> None:
    path = written(tmp_path / "agents", "mine.copy", "printf '\\033[31mred'; exit 1\n")
    assert "\\x1b[31mred" in refusal(path)


@pytest.mark.parametrize("source", ["true\n", "ln -s /etc/passwd $1/agent\n", "mkdir $1/agent\n"])
def test_a_compiler_that_leaves_no_program_is_noticed(tmp_path: Path, source: str) -> None:
    path = written(tmp_path / "agents", "mine.copy", source)
    assert "left no program" in refusal(path)


def test_a_refused_build_leaves_only_its_reason(tmp_path: Path) -> None:
    script = "head -c 10000000 /dev/zero > $1/large; echo why; exit 1\n"
    assert "why" in refusal(written(tmp_path / "agents", "mine.copy", script))
    assert not list(builds_folder().rglob("large"))


@pytest.mark.parametrize(
    ("most", "script"),
    [
        ({"seconds": 0.5}, "sleep 1000 & while :; do :; done\n"),
        ({"output_bytes": 1_000}, "while :; do echo much; done\n"),
    ],
    ids=["never ends", "says too much"],
)
def test_a_compiler_that_takes_too_much_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: dict[str, Any], script: str
) -> None:
    monkeypatch.setattr(compiling, "ALLOWANCE", replace(compiling.ALLOWANCE, **most))
    path = written(tmp_path / "agents", "mine.copy", script)
    assert "'mine.copy' cannot be compiled: " in refusal(path)


def test_a_compiler_can_read_and_change_only_its_own_files(tmp_path: Path) -> None:
    secret = written(tmp_path / "other", "secret", "hidden")
    path = written(
        tmp_path / "agents",
        "mine.copy",
        f"cat {secret} > $1/agent; echo spoilt > {secret}; touch $1/agent; exit 0\n",
    )
    assert (compiled(path, alone=False).build.folder / "agent").read_text() == ""
    assert secret.read_text() == "hidden"


def test_a_missing_toolchain_names_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    needed = {
        "mine.lisp": "sbcl: apt install sbcl",
        "mine.cpp": "g++: apt install g++",
        "mine.c": "gcc: apt install gcc",
        "Mine.java": "javac: apt install default-jdk-headless",
        "mine.js": "node: apt install nodejs",
    }
    for name, words in needed.items():
        path = written(tmp_path / "agents", name, "x")
        assert refusal(path) == f"{name!r} needs {words}"


def test_faults_of_the_author_are_told_apart_from_other_faults(tmp_path: Path) -> None:
    for source in ("if\n", ""):
        with pytest.raises(BadSource):
            compiled(written(tmp_path / "agents", "mine.sh", source))
    with pytest.raises(InvalidSetting) as refused:
        compiled(tmp_path / "agents" / "none.sh")
    assert not isinstance(refused.value, BadSource)


CPP = next(row for row in LANGUAGES if row.name == "C++")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \r\n\n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"x" * (MAX_SOURCE_BYTES + 1), "has 500,001 bytes, and a source may have at most 500,000"),
        (b"x" * 1_000_000, "put large tables in a file beside it"),
        ("// año\n".encode("latin-1"), "is not text in UTF-8"),
        (b"int x;\0", "is not text in UTF-8"),
        (b"\xff\xfei\0", "is not text in UTF-8"),
    ],
)
def test_sources_that_no_compiler_should_read_are_refused(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "mine.cpp"
    path.write_bytes(content)
    with pytest.raises(BadSource, match=words):
        read_source(path)


def test_folders_pipes_and_missing_files_are_refused_as_sources(tmp_path: Path) -> None:
    (tmp_path / "folder.cpp").mkdir()
    os.mkfifo(tmp_path / "pipe.cpp")
    for name, words in (
        ("folder.cpp", "is a folder"),
        ("none.cpp", "there is no file"),
        (f"{'x' * 300}.cpp", "there is no file"),
        ("pipe.cpp", "there is no file"),
    ):
        with pytest.raises(InvalidSetting, match=words):
            read_source(tmp_path / name)


def test_byte_order_marks_and_carriage_returns_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "mine.lisp"
    path.write_bytes(b"\xef\xbb\xbf(print 1)\r\n(print 2)\r\n")
    assert read_source(path) == b"(print 1)\n(print 2)\n"


@pytest.mark.parametrize(
    ("beside", "content", "changes"),
    [("b.h", "int y;", True), ("c.HPP", "", True), ("notes.txt", "", False)],
)
def test_a_change_in_an_included_file_is_noticed(
    tmp_path: Path, beside: str, content: str, changes: bool
) -> None:
    (tmp_path / "b.h").write_text("int x;")
    before = digest(tmp_path)
    (tmp_path / beside).write_text(content)
    assert (digest(tmp_path) != before) == changes


def digest(folder: Path) -> bytes:
    return digest_parts(CPP, folder / "mine.cpp")


def test_included_files_of_any_size_are_digested_quickly(tmp_path: Path) -> None:
    part = tmp_path / "table.h"
    part.touch()
    os.truncate(part, 10**11)  # which takes no room
    before = digest(tmp_path)
    assert digest(tmp_path) == before
    os.truncate(part, 10**11 + 1)
    assert digest(tmp_path) != before
