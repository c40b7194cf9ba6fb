"""The attackers, and the two sandboxes that they meet."""

from collections.abc import Iterator

import pytest

from enraya.agents.isolated import protection
from enraya.agents.isolated.agent import LAUNCHER
from tests.attacks.programs.attackers import SOURCES, Attacker, compiled
from tests.isolation.support import _nothing_is_left, mark

__all__ = ["_nothing_is_left", "mark"]


@pytest.fixture(scope="session")
def attackers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Attacker]:
    """One for each language."""
    return {language: compiled(language, tmp_path_factory.mktemp("own")) for language in SOURCES}


@pytest.fixture(scope="module", params=["full", "landlock"], autouse=True)
def mode(request: pytest.FixtureRequest, mark: str) -> Iterator[str]:  # noqa: ARG001  # before it
    """The sandbox with all its parts, and without namespaces."""
    LAUNCHER.stop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENRAYA_SANDBOX", request.param)
        assert protection().is_sandbox
        yield request.param
        LAUNCHER.stop()
