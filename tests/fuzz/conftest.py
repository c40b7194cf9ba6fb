"""A memory limit, so that damaged input cannot allocate too much."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

EXTRA_MEMORY = 4 << 30
"""What a test may take beyond what its process has."""


@pytest.fixture(autouse=True)
def limited_memory() -> Iterator[None]:
    """Lets a test that takes too much memory fail with a `MemoryError`."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + EXTRA_MEMORY, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files of a module's tests."""
    return tmp_path_factory.mktemp("room")
