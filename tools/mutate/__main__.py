"""Makes random small changes to the code and reports those that no test notices.

Each change is made in a copy of the tree. There the doctests of the changed module run with the
tests of the same name. If they pass, so do other tests that execute the changed lines, according to
one run of the fast suite with coverage; if there are none, the tests of the same room run. A change
that makes no test fail SURVIVED, or is UNREACHED if no test is known to execute it.

    python -m tools.mutate --count 100 --seed 1
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue

from tools.mutate.changes import PACKAGE, ROOT, Change, sample
from tools.mutate.reach import KEPT, Reach, digest, file_of, is_given, record
from tools.mutate.running import exit_code

NOTICED, SURVIVED, UNREACHED = "noticed", "SURVIVED", "UNREACHED"
PASSED, NOT_FOUND, NO_TESTS = 0, 4, 5
"""Exit codes of pytest. NOT_FOUND also means that it could not import the file of a test."""
PATIENCE = 120
SLOWER = 10
"""Tests with a change may take PATIENCE seconds, plus SLOWER times their time without it."""


def batches(change: Change, reach: Reach) -> Iterator[list[str]]:
    """The tests that could notice a change, in batches; those most likely to notice come first."""
    module = str(change.module)
    named = tests_beside(change.module)
    if named:
        yield [module, *named]
    executing = reach.tests(change)
    others = [test for test in executing if not is_given(test, named)]
    if others or not executing:
        yield [module, *(others or tests_of_room(change.module))]


def tests_beside(module: Path) -> list[str]:
    """The tests of a module, found by its name."""
    room = ROOT / _room(module)
    named = [*room.glob(f"test_{module.stem}.py"), *room.glob(module.stem)]
    return [str(path.relative_to(ROOT)) for path in named]


def tests_of_room(module: Path) -> list[str]:
    """The tests in the folder that mirrors the module's folder, or in the nearest one above."""
    room = _room(module)
    while not (ROOT / room).is_dir():
        room = room.parent
    if room != Path("tests"):
        return [str(room)]
    return [str(path.relative_to(ROOT)) for path in (ROOT / room).glob("test_*.py")]


def _room(module: Path) -> Path:
    return Path("tests") / module.relative_to(PACKAGE).parent


def verdict(change: Change, copy: Path, reach: Reach) -> str:
    """Makes a change in the copy, runs tests there, and returns the verdict."""
    path = copy / change.module
    content = path.read_bytes()
    path.write_bytes(change.made_in(content))
    try:
        if not all(pass_in(copy, tests, reach) for tests in batches(change, reach)):
            return NOTICED
        return SURVIVED if reach.tests(change) else UNREACHED
    finally:
        path.write_bytes(content)


def pass_in(copy: Path, tests: list[str], reach: Reach) -> bool:
    """Whether these tests pass within their time limit."""
    code = exit_code(copy, tests, PATIENCE + SLOWER * reach.seconds_of(tests))
    files = list(dict.fromkeys(map(file_of, tests)))
    if code == NOT_FOUND and files != tests:
        return pass_in(copy, files, reach)
    return code in (PASSED, NO_TESTS)


def main() -> None:
    """Prints the changes that survived, and the share that was noticed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutate",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    settings = parser.parse_args()
    chosen = sample(settings.count, settings.seed)
    files = tracked_files()
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies = SimpleQueue[Path]()
        for number in range(settings.workers):
            copies.put(make_copy(files, Path(folder) / str(number)))
        reach = known_reach(files, Path(folder) / "0")

        def attempt(change: Change) -> str:
            copy = copies.get()
            try:
                found = verdict(change, copy, reach)
            finally:
                copies.put(copy)
            print(f"{found:9} {change}", flush=True)
            return found

        with ThreadPoolExecutor(settings.workers) as pool:
            verdicts = list(pool.map(attempt, chosen))
    print(
        f"{verdicts.count(NOTICED)} of {len(chosen)} changes were noticed, "
        f"{verdicts.count(UNREACHED)} are where no test is known to come (seed {settings.seed})"
    )


def known_reach(files: list[str], copy: Path) -> Reach:
    """What tests reach: read from an earlier run on the same files, or else measured now."""
    folder = KEPT / digest(files)
    if not folder.is_dir():
        print("running the fast suite once with coverage …", file=sys.stderr)
        shutil.rmtree(KEPT, ignore_errors=True)
        part = folder.with_suffix(".part")
        record(copy, part)
        part.rename(folder)
    return Reach(folder)


def tracked_files() -> list[str]:
    """All files that git tracks: tests need them in the copy."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607  # any git on the path
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def make_copy(files: list[str], folder: Path) -> Path:
    """Copies these files to a folder and compiles them."""
    for name in files:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place)
    by_content = PycInvalidationMode.CHECKED_HASH  # a change may keep file size and timestamp
    compile_dir(folder / "src", quiet=1, invalidation_mode=by_content)
    return folder


if __name__ == "__main__":
    main()
