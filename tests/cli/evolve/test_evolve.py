"""`enraya evolve` as a user calls it."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from enraya.cli.evolve import translated
from enraya.errors import InvalidSetting
from enraya.evolve import GeneRun, GeneSettings, evolve_genes, load_run
from tests.cli.running import COMMAND, answer, enraya, printed

ORIGINAL = ("--gen_number:20", "--pop_number:20", "--next_gen_agents:80")
SMALL = ("--population", "10", "--generations", "3", "--seed", "4")


def test_the_original_call_is_accepted_and_its_last_line_is_an_agent() -> None:
    done = enraya("evolve", *ORIGINAL)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"[01]\.\d{6}(,[01]\.\d{6}){3}", lines[-1])
    sizes = [line.removeprefix("Individuals: ") for line in lines if line.startswith("Ind")]
    assert sizes == ["20", "16", "12", "9", "7", "5", "4", "3", "2"]
    (seed,) = (int(line.removeprefix("Seed: ")) for line in lines if line.startswith("Seed: "))
    settings = GeneSettings(population=20, generations=20, keep=80, seed=seed, shrinking=True)
    assert lines[-1] == evolve_genes(settings).numbers
    played = enraya("play", "--first", "script(1)", "--second", f"genes({lines[-1]}, seed=1)")
    assert played.returncode == 0, played.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--gen_number:20", "--pop_number:20"], "--next_gen_agents is missing"),
        ([*ORIGINAL, "--pop_number:30"], "--pop_number is given twice"),
        (["--gen_number:__import__('os')"], "must be a whole number"),
        (["--gen_number:"], "must be a whole number"),
        (["--gen_number:-3"], "must be a whole number"),
        (["--gen_number:1000000000"], "must be a whole number"),
    ],
)
def test_a_wrong_original_call_is_refused(arguments: list[str], words: str) -> None:
    with pytest.raises(InvalidSetting, match=words):
        translated(arguments)


@pytest.mark.parametrize(
    "arguments",
    [[], ["genes", "--seed", "3"], ["--gen_number", "20"], ["--seed:3"], ["genes", "a:b"]],
)
def test_other_arguments_are_passed_through_unchanged(arguments: list[str]) -> None:
    assert translated(arguments) == arguments
    assert translated([*ORIGINAL, *arguments]) == [*translated(ORIGINAL), *arguments]


def test_json_output_and_the_file_agree(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    done = enraya("evolve", "genes", *SMALL, "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    answer, run = json.loads(done.stdout), load_run(out)
    assert answer["agent"] == json.loads(out.read_text())["agent"]
    assert [g["agents"] for g in answer["generations"]] == [10, 10, 10]
    assert isinstance(run, GeneRun)
    for told, kept in zip(answer["generations"], run.generations, strict=True):
        shares = [wins / kept.games for wins in kept.wins]
        assert (told["best"], told["mean"]) == (max(shares), pytest.approx(sum(shares) / 10))
    assert run == evolve_genes(GeneSettings(population=10, generations=3, seed=4))
    assert not out.with_name("run.json.part").exists()


def test_every_run_prints_its_own_seed_which_repeats_it(tmp_path: Path) -> None:
    def run_of(name: str, *arguments: str) -> GeneRun:
        size = ("--population", "7", "--generations", "3", "--mutation", "0.5", "--shrinking")
        told = printed("evolve", "genes", *size, *arguments, "--out", str(tmp_path / name))
        run = load_run(tmp_path / name)
        assert isinstance(run, GeneRun)
        assert f"Seed: {run.settings.seed}" in told.splitlines()
        return run

    one, other = run_of("one"), run_of("other")
    assert one.settings.seed != other.settings.seed
    assert one.settings == GeneSettings(7, 3, 50, one.settings.seed, True, 0.5)
    assert run_of("again", "--seed", str(one.settings.seed)) == one


def test_the_last_line_of_a_tuning_is_the_heuristic_to_play_with(tmp_path: Path) -> None:
    out = tmp_path / "rivest.json"
    command = (
        "evolve", "weights", "--heuristic", "rivest", "--depth", "1", "--generations", "2",
        "--candidates", "4", "--pairs", "3", "--finalists", "2", "--test-pairs", "4",
        "--engine", "serial", "--seed", "3", "--out", str(out),
    )  # fmt: skip
    page, again = tmp_path / "rivest.html", tmp_path / "again.html"
    lines = printed(*command, "--report", str(page)).splitlines()
    assert (lines[0], lines[-1]) == ("Seed: 3", "rivest")  # four pairs are too few to be sure
    assert "undecided" in page.read_text()
    printed("evolve", "report", str(out), "--out", str(again))
    assert again.read_text() == page.read_text()
    out.unlink()
    found = answer(*command)
    assert (found["heuristic"], found["accepted"]) == ("rivest", False)


@pytest.mark.slow
def test_a_killed_command_resumes(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    part = out.with_name("run.json.part")
    arguments = ("evolve", "genes", "--population", "60", "--generations", "150", "--out", str(out))
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL) as process:
        while not part.exists() or part.read_bytes().count(b"\n") < 5:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
    assert not out.exists()
    seed = json.loads(part.read_text().splitlines()[0])["seed"]
    done = enraya(*arguments)
    assert done.returncode == 0, done.stderr
    assert f"Seed: {seed}" in done.stdout.splitlines()
    assert load_run(out) == evolve_genes(GeneSettings(population=60, generations=150, seed=seed))
    assert not part.exists()
