"""A pytest plugin that times the tests and lets coverage see the processes they start."""

import json
import os
from pathlib import Path

import pytest

seconds: dict[str, float] = {}
others: set[str] = set()
"""Tests that failed or were skipped."""


def pytest_configure(config: pytest.Config) -> None:
    """Turns coverage on for child processes, from within the workers.

    Set earlier, it would also start in the workers, where it already runs.
    """
    if hasattr(config, "workerinput"):
        os.environ["COVERAGE_PROCESS_START"] = os.environ["MUTATE_SETTINGS"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up the times of a test's phases."""
    seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        others.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the times of the tests that passed."""
    if not hasattr(session.config, "workerinput"):
        passed = {test: taken for test, taken in seconds.items() if test not in others}
        Path(os.environ["MUTATE_SECONDS"]).write_text(json.dumps(passed))
