"""Archives: refusals with their reason, and the files that are unpacked."""

import stat
import zipfile

import pytest

from enraya.errors import EnrayaError
from enraya.league.store.archive import (
    MOST_FILES,
    MOST_PATH,
    MOST_UNPACKED,
    find_main,
    read_archive,
)
from enraya.league.store.content import files_of
from tests.league.making import SMALL, zipped

AGENT = b"x = 1\n"


LINK = zipfile.ZipInfo("agent.py")
LINK.external_attr = (stat.S_IFLNK | 0o777) << 16


def encrypted() -> bytes:
    content = bytearray(zipped({"agent.py": AGENT}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + place] |= 1
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (zipped({"../agent.py": AGENT}), "is not accepted"),
        (zipped({"/etc/agent.py": AGENT}), "is not accepted"),
        (zipped({"a/../../agent.py": AGENT}), "is not accepted"),
        (zipped({"C:\\agent.py": AGENT}), "is not accepted"),
        (zipped({"agent\n.py": AGENT}), "is not accepted"),
        (zipped({"agent.py ": AGENT}), "is not accepted"),
        (zipped({"nul.py": AGENT}), "is not accepted"),
        (zipped({"-rf.py": AGENT}), "is not accepted"),
        (zipped({".hidden/agent.py": AGENT}), "is not accepted"),
        (zipped({"a" * (MOST_PATH - 2) + ".py": AGENT}), "is not accepted"),
        (zipped({f"f{number}.py": b"" for number in range(MOST_FILES + 1)}), "holds 201 files"),
        (zipped({"agent.py": AGENT, "zeros.txt": bytes(MOST_UNPACKED)}), "more than"),
        (zipped([(LINK, b"/etc/passwd")]), "link or a device"),
        (zipped([("agent.py", AGENT), ("Agent.py", AGENT)]), "is in the archive twice"),
        (zipped({"agent.py": AGENT, "AGENT.py/x.py": AGENT}), "needs the name 'agent.py'"),
        (zipped({"main.py": AGENT, "agent.py/x.txt": b""}), "needs the name 'agent.py'"),
        (zipped({"a/main.py": AGENT, "a/Agent.PY/x.txt": b""}), "needs the name 'agent.py'"),
        (encrypted(), "password"),
        (zipped({"agent.py": AGENT}, zipfile.ZIP_LZMA), "unusual way"),
        (b"PK\x03\x04 and then nothing", "valid .zip"),
        (zipped({"agent.py": AGENT})[:-30], "valid .zip"),
        (zipped({"readme.txt": b"hello"}), "no source"),
        (zipped({"one.py": AGENT, "two.py": AGENT}), "several sources"),
        (zipped({"deep/a/agent.py": AGENT, "deep/b/x.py": AGENT}), "no source"),
    ],
    ids=lambda value: value if isinstance(value, str) else "zip",  # archives hold the time
)
def test_a_large_or_unusual_archive_is_refused_with_a_sentence(content: bytes, why: str) -> None:
    with pytest.raises(EnrayaError, match=why):
        files_of("mine.zip", content, SMALL)


def test_files_may_fill_the_allowed_size_and_share_name_prefixes() -> None:
    most = MOST_UNPACKED - len(AGENT)
    files = {"agent.py": AGENT, "agent.py.d/zeros.txt": bytes(most), "a" * MOST_PATH: b""}
    files |= {f"f{number}.py": b"" for number in range(MOST_FILES - len(files))}
    assert read_archive(zipped(files)) == files
    files.pop("f0.py")
    files["one.txt"] = b"0"
    with pytest.raises(EnrayaError, match="more than"):
        read_archive(zipped(files))


def test_a_zip_bomb_is_not_unpacked_whatever_sizes_it_declares() -> None:
    content = bytearray(zipped({"agent.py": bytes(3 * MOST_UNPACKED)}))
    place = content.index(b"PK\x01\x02") + 24
    content[place : place + 4] = (10).to_bytes(4, "little")  # it says that it has ten bytes
    with pytest.raises(EnrayaError):
        read_archive(bytes(content))


def test_an_outer_folder_and_files_left_by_tools_are_ignored() -> None:
    files = {
        "work/mine.py": b"import tables",
        "work/tables/a.py": AGENT,
        "__MACOSX/work/._mine.py": b"?",
        "work/.DS_Store": b"?",
    }
    main, found = files_of("mine.zip", zipped(files), SMALL)
    assert (main, sorted(found)) == ("agent.py", ["agent.py", "tables/a.py"])


def test_the_main_file_is_the_only_source_or_is_named_agent_or_main() -> None:
    assert find_main(["QMatic.java", "notes.txt"], (".java",)) == "QMatic.java"
    assert find_main(["a.cpp", "main.cpp", "Agent.cpp"], (".cpp",)) == "Agent.cpp"
    assert find_main(["a.cpp", "main.cpp"], (".cpp",)) == "main.cpp"
