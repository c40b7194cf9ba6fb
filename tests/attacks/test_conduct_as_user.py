"""The tests of hostile agents and programs, run again by an ordinary user."""

import os
import sys

import pytest

from tests.attacks.ordinary_user import PROJECT, run_as_ordinary_user

SECONDS = 600


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["test_conduct.py", "test_programs.py", "programs/test_program_attempts.py"]
)
def test_attacks_fail_for_ordinary_users_too(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if os.geteuid() != 0:
        return  # then the tests themselves are run by one
    folder = tmp_path_factory.mktemp("user")
    file = str(PROJECT / "tests" / "attacks" / name)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["-m", "slow or not slow"]
    paths = [str(PROJECT / "src"), str(PROJECT)]
    done = run_as_ordinary_user(
        [*command, "--rootdir", str(PROJECT), "-c", str(PROJECT / "pyproject.toml"), file],
        folder,
        os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        SECONDS,
    )
    assert done.returncode == 0, done.stdout[-4000:]
