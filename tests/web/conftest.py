"""A laboratory for the tests of this folder."""

from collections.abc import Iterator

import httpx
import pytest

from tests.web.running import client_of, running_laboratory


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a laboratory listens."""
    with running_laboratory(tmp_path_factory.mktemp("laboratory")) as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A client of the laboratory."""
    with client_of(address) as found:
        yield found


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests that are coroutines run on asyncio."""
    return "asyncio"
