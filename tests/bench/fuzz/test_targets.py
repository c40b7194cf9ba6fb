"""A small slice of `enraya bench fuzz`; the slow suite and the command itself do more."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from enraya.bench.fuzz.commands import ALLOWED_CODES, LONG, random_command
from enraya.bench.fuzz.harness import fuzz_target
from enraya.bench.fuzz.kept_files import write_kept_files
from enraya.bench.fuzz.targets import all_targets
from enraya.cli.bench.fuzz import command_shapes, run_command
from tests.cli.running import printed

SHAPES = list(command_shapes())
TARGETS = all_targets(SHAPES, run_command)
SLICE = {
    "answers": 2_000, "records": 500, "program answers": 2_000, "questions": 1_000,
    "agent texts": 1_000, "books": 60, "checkpoints": 100, "stores": 25,
}  # fmt: skip
SLOW_SLICE = {
    "answers": 12_000, "records": 3_000, "models": 360, "books": 360, "checkpoints": 600,
    "stores": 150, "runs": 360, "commands": 150, "program answers": 12_000, "questions": 6_000,
    "agent texts": 6_000,
}  # fmt: skip
SEED = 20


@pytest.mark.parametrize("name", SLICE)
def test_damaged_input_is_refused_or_harmless(name: str) -> None:
    assert fuzz_target(TARGETS[name], SLICE[name], SEED).findings == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_much_damaged_input_is_refused_or_harmless(name: str) -> None:
    assert fuzz_target(TARGETS[name], SLOW_SLICE[name], SEED + 1).findings == []


def test_every_command_that_ends_soon_is_tried() -> None:
    chosen = [shape for shape in SHAPES if not {shape.words, shape.words[:1]} & LONG]
    random = Random(1)  # noqa: S311
    tried = {tuple(random_command(chosen, random)[:1]) for _ in range(2000)}
    assert {shape.words[:1] for shape in chosen} <= tried


def test_a_target_is_run_from_the_command_line() -> None:
    assert "records" in printed("bench", "fuzz", "--target", "records", "--cases", "20")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_random_commands_in_processes_of_their_own(tmp_path: Path, part: int) -> None:
    write_kept_files(tmp_path)
    chosen = [shape for shape in SHAPES if not {shape.words, shape.words[:1]} & LONG]
    random = Random(part)  # noqa: S311
    for _ in range(25):
        words = random_command(chosen, random)
        done = subprocess.run(
            [sys.executable, "-c", "from enraya.cli import main; main()", *words],
            input=b"4453\n", capture_output=True, timeout=120, check=False, cwd=tmp_path,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode in ALLOWED_CODES, words
        assert b"Traceback" not in done.stderr, words
