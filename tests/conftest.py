"""Fixtures of all tests: the folder of reference data and the profiles of Hypothesis."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW_TO_COLLECT = {"test_openapi_cases.py"}

settings.register_profile(
    "fast",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("fast"), max_examples=1_000)
os.environ["ENRAYA_LANG"] = "en"  # what tests expect must not depend on the reader's locale
os.environ["ENRAYA_NO_CACHE"] = "1"  # nor on what was solved before
for library in ("OMP", "OPENBLAS"):  # loaded later; threads that wait would spin
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
settings.load_profile("fast")  # `--hypothesis-profile=thorough` overrides it


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--testdata",
        metavar="DIR",
        type=Path,
        help="a folder with boom.jsonl and desconecta.jsonl; adds the tests that read it",
    )


def pytest_report_header(config: pytest.Config) -> str:
    folder = config.getoption("--testdata")
    return f"testdata: {folder or 'none, so tests that read it are deselected (--testdata=DIR)'}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out what takes seconds to collect and is all slow, when nothing slow runs."""
    is_left_out = config.option.markexpr == "not slow" and collection_path.name in SLOW_TO_COLLECT
    return is_left_out or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--testdata") is not None:
        return
    needing = [item for item in items if "testdata" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=needing)
    items[:] = [item for item in items if item not in needing]


@pytest.fixture
def testdata(request: pytest.FixtureRequest) -> Path:
    """The folder given with ``--testdata``."""
    folder: Path = request.config.getoption("--testdata")
    return folder
