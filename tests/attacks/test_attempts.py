"""Every attempt on the list of `enraya sandbox`, by two users and with three sandboxes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.ordinary_user import run_as_ordinary_user

ENRAYA = [sys.executable, "-c", "from enraya.cli import main; main()"]
USERS = ("root", "ordinary") if os.geteuid() == 0 else ("ordinary",)
SECONDS = 300


def attacked(user: str, mode: str, folder: Path) -> dict[str, Any]:
    """What `enraya sandbox` says to a user, with a part of the sandbox left out."""
    command = [*ENRAYA, "sandbox", "--json"]
    environment = os.environ | {"ENRAYA_SANDBOX": mode}
    if user == "ordinary" and os.geteuid() == 0:
        done = run_as_ordinary_user(command, folder, environment, SECONDS)
    else:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if all(a["held"] for a in found["attempts"]) else 1)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["full", "namespaces", "landlock"])
@pytest.mark.parametrize("user", USERS)
def test_the_sandbox_blocks_every_attempt(
    user: str, mode: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = attacked(user, mode, tmp_path_factory.mktemp("user"))
    assert found["sandbox"], found["missing"]
    assert [attempt["name"] for attempt in found["attempts"] if not attempt["held"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("user", USERS)
def test_the_attempts_would_succeed_without_a_sandbox(
    user: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = attacked(user, "off", tmp_path_factory.mktemp("user"))
    assert not found["sandbox"]
    succeeded = {attempt["name"] for attempt in found["attempts"] if not attempt["held"]}
    assert succeeded >= {
        "read_a_secret",
        "read_the_passwords",
        "list_the_home",
        "change_a_file",
        "remove_a_file",
        "write_to_a_pipe",
        "look_into_another_process",
    }
