"""The tests of agents' conduct once more, run by an ordinary user."""

import os
import sys

import pytest

from tests.attacks.ordinary_user import PROJECT, run_as_ordinary_user

SECONDS = 600


@pytest.mark.slow
def test_bad_conduct_is_blamed_for_ordinary_users_too(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    if os.geteuid() != 0:
        return  # then test_conduct.py itself is run by one
    folder = tmp_path_factory.mktemp("user")
    file = str(PROJECT / "tests" / "attacks" / "test_conduct.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    paths = [str(PROJECT / "src"), str(PROJECT)]
    done = run_as_ordinary_user(
        [*command, "--rootdir", str(PROJECT), "-c", str(PROJECT / "pyproject.toml"), file],
        folder,
        os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        SECONDS,
    )
    assert done.returncode == 0, done.stdout[-4000:]
