"""The attackers, and the two sandboxes that they meet."""

import pytest

from tests.attacks.programs.attackers import SOURCES, Attacker, compiled
from tests.isolation.support import _nothing_is_left, mark, sandboxes

__all__ = ["_nothing_is_left", "mark"]


@pytest.fixture(scope="session")
def attackers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Attacker]:
    """One for each language."""
    return {language: compiled(language, tmp_path_factory.mktemp("own")) for language in SOURCES}


mode = sandboxes("full", "landlock")
