"""The benchmark of a league."""

import json

import pytest

from tests.cli.running import enraya
from tests.web.laboratory.test_sudden_end import free_port


@pytest.mark.slow
def test_a_small_class_is_answered_and_everything_it_sent_is_kept() -> None:
    done = enraya(
        "bench", "league", "--teams", "3", "--hostile", "1", "--clients", "5", "--minutes", "0.4",
        "--port", str(free_port()), "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert row["server_errors"] == 0, row["first_error"]
    assert row["uploads"] == row["kept"] > 0
    assert row["doubled_games"] == 0
    assert row["requests"] > 0
    assert row["events"] > 0
