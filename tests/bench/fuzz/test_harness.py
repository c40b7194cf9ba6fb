"""The harness sees whatever a case does."""

import ctypes
import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from enraya.bench.fuzz.harness import NOTE, Case, FuzzRow, Target, fuzz_target
from enraya.errors import InvalidSetting

BAD = 2
"""The number of the case that goes wrong."""


def rows_of(deed: Callable[[], object], cases: int = 5, seconds: float = 60.0) -> FuzzRow:
    """What the harness says when one of several cases does this."""

    def prepare(samples: Path) -> Case:
        counter = samples / "counter"

        def run(random: Random, room: Path) -> None:
            del random
            assert not list(room.iterdir())
            number = counter.stat().st_size if counter.exists() else 0
            counter.write_bytes(bytes(number + 1))
            (room / NOTE).write_text(f"note {number}")
            if number == BAD:
                deed()

        return run

    return fuzz_target(Target("deeds", prepare, 0), cases, 0, case_seconds=seconds)


def refuse() -> None:
    raise InvalidSetting("no")


def test_harmless_and_refused_cases_are_counted() -> None:
    assert rows_of(lambda: None).findings == []
    row = rows_of(refuse)
    assert (row.cases, row.refused, row.findings) == (5, 1, [])


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (lambda: int("x"), "ValueError: invalid literal"),
        (lambda: bytearray(1 << 36), "MemoryError"),
        (lambda: os._exit(3), "ends the interpreter: 3 (note 2)"),
        (lambda: ctypes.string_at(0), "ends the interpreter: SIGSEGV (note 2)"),
        (os.abort, "ends the interpreter: SIGABRT (note 2)"),
        (lambda: time.sleep(600), "does not end within 1 s (note 2)"),
    ],
)
def test_a_case_that_goes_wrong_is_found_and_the_rest_still_run(
    deed: Callable[[], object], words: str
) -> None:
    row = rows_of(deed, seconds=1.0 if "1 s" in words else 60.0)
    assert [finding.case for finding in row.findings] == [BAD]
    assert words in row.findings[0].what
    assert (row.cases, row.refused) == (5, 0)


def test_the_same_seed_gives_the_same_cases(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn"

    def prepare(samples: Path) -> Case:
        del samples

        def run(random: Random, room: Path) -> None:
            del room
            with drawn.open("a") as file:
                file.write(f"{random.random()}\n")

        return run

    target = Target("numbers", prepare, 0)
    fuzz_target(target, 4, 7)
    whole = drawn.read_text().splitlines()
    drawn.unlink()
    fuzz_target(target, 2, 7, first=2)
    assert drawn.read_text().splitlines() == whole[2:]
    assert len(set(whole)) == 4
