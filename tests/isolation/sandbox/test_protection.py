"""What is found out about a system, and what is left out on request."""

import pytest

from enraya.isolation.sandbox.found import SWITCH
from enraya.isolation.sandbox.protection import probe

FULL, LANDLOCK, NAMESPACES, OFF = "full", "landlock", "namespaces", "off"


@pytest.mark.parametrize("mode", [FULL, LANDLOCK, NAMESPACES, OFF])
def test_each_mode_disables_only_its_own_layers(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, mode)
    found, left_out = probe([]), f"{SWITCH} is {mode}"
    assert (found.namespaces == left_out) == (mode in (LANDLOCK, OFF))
    assert (found.landlock == left_out) == (mode in (NAMESPACES, OFF))


def test_an_unknown_mode_gives_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "on")
    assert "must be one of full" in probe([]).obstacle
    assert not probe([]).is_sandbox
