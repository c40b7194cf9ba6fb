"""The cache of compiled builds."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.isolated import kept_builds
from enraya.agents.isolated.kept_builds import (
    BUILT,
    Build,
    builds_folder,
    find_build,
    make_build,
    plain_size,
)

DAY = 24 * 3600


def compiled(folder: Path, content: str = "program") -> Build:
    (folder / BUILT).mkdir()
    (folder / BUILT / "agent").write_text(content)
    return Build(folder / BUILT, main="Player")


def let_pass(key: str, seconds: float) -> None:
    for path in (builds_folder() / key / "outcome.json", builds_folder() / key):
        moment = path.stat().st_mtime - seconds
        os.utime(path, (moment, moment))


def names() -> list[str]:
    return sorted(path.name for path in builds_folder().iterdir())


def test_a_finished_build_is_found_again() -> None:
    assert find_build("key") is None
    made = make_build("key", compiled)
    assert find_build("key") == made
    assert (made.folder / "agent").read_text() == "program"
    assert names() == ["key"]


def test_a_compilation_that_fails_leaves_nothing() -> None:
    def fails(folder: Path) -> Build:
        compiled(folder)
        raise InvalidSetting("no")

    with pytest.raises(InvalidSetting):
        make_build("key", fails)
    assert names() == []


def test_of_simultaneous_builds_one_is_kept() -> None:
    barrier = threading.Barrier(4)

    def slowly(folder: Path) -> Build:
        build = compiled(folder, str(threading.get_ident()))
        barrier.wait(60)
        return build

    with ThreadPoolExecutor(4) as threads:
        made = threads.map(lambda _: make_build("key", slowly), range(4))
    assert {build.folder for build in made} == {builds_folder() / "key" / BUILT}
    assert names() == ["key"]


def test_a_damaged_build_is_made_again() -> None:
    make_build("key", compiled)
    (builds_folder() / "key" / "outcome.json").write_text("{")
    assert find_build("key") is None
    assert find_build(make_build("key", compiled).folder.parent.name) is not None


def test_failures_are_remembered_but_uncertain_ones_expire() -> None:
    def failing(folder: Path, *, is_certain: bool) -> Build:
        return compiled(folder)._replace(failure="line 3", is_certain=is_certain)

    make_build("wrong", lambda folder: failing(folder, is_certain=True))
    make_build("slow", lambda folder: failing(folder, is_certain=False))
    found = find_build("slow")
    assert found is not None
    assert found.failure == "line 3"
    for key in ("wrong", "slow"):
        let_pass(key, DAY)
    assert find_build("wrong") is not None
    assert find_build("slow") is None
    assert make_build("slow", compiled).failure == ""


@pytest.mark.parametrize("limit", ["MOST_BUILDS", "MOST_BYTES"])
def test_the_oldest_builds_are_removed_to_make_room(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    for age, key in enumerate("dcba"):
        make_build(key, compiled)
        let_pass(key, DAY * (4 - age))
    assert find_build("d") is not None  # which makes it the latest used
    size = plain_size(builds_folder() / "a")
    assert size is not None
    monkeypatch.setattr(kept_builds, limit, {"MOST_BUILDS": 3, "MOST_BYTES": 3 * size}[limit])
    make_build("e", compiled)
    assert names() == ["a", "d", "e"]


def test_a_build_in_use_is_never_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_builds, "MOST_BYTES", 1)
    for key in "ab":
        make_build(key, compiled)
    assert names() == ["a", "b"]


def test_remains_of_a_killed_process_are_removed_after_a_day() -> None:
    make_build("a", compiled)
    left = builds_folder() / "b.x.part"
    left.mkdir()
    os.utime(left, (0, 0))
    make_build("c", compiled)
    assert names() == ["a", "c"]


def test_a_cache_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENRAYA_CACHE_DIR", "/proc/none")
    with pytest.raises(InvalidSetting, match="cannot compile in '/proc/none/programs'"):
        make_build("key", compiled)
