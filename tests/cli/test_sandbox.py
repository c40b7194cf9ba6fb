"""`enraya sandbox`: what it says of attempts that are held, and of those that are not."""

import pytest
from typer.testing import CliRunner

from enraya.agents.host.trial import trial
from enraya.agents.host.trial.trial import Attempt
from enraya.cli import app

READ = Attempt("read", "to read a file", True)
CONNECT = Attempt("connect", "to connect", True)


@pytest.mark.parametrize(
    ("attempts", "code", "rows"),
    [
        ([READ, CONNECT, CONNECT._replace(by="program")], 0, ["yes it may", "yes yes"]),
        ([READ, CONNECT._replace(held=False)], 1, ["yes it may", "NO it may"]),
    ],
)
def test_each_attempt_has_a_row_and_one_that_succeeds_is_a_failure(
    attempts: list[Attempt], code: int, rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "try_attempts", lambda **_: attempts)
    done = CliRunner().invoke(app, ["sandbox"])
    assert done.exit_code == code
    lines = [" ".join(line.replace("│", " ").split()) for line in done.stdout.splitlines()]
    assert [line for line in lines if line.startswith("to ")] == [
        f"to read a file {rows[0]}",
        f"to connect {rows[1]}",
    ]
