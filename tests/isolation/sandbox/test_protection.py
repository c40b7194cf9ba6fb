"""The protection that a system offers, its modes, and the paths an agent may read."""

import sys
from pathlib import Path

import numba
import pytest

import enraya
from enraya.isolation.sandbox import SWITCH
from enraya.isolation.sandbox.protection import probe
from enraya.isolation.sandbox.readable_files import place_of, python_files
from enraya.isolation.sandbox.root import _place_for_the_host

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


def test_the_sandbox_shows_python_but_no_file_of_the_user() -> None:
    shown = [Path(path) for path in python_files()]
    for needed in (Path(enraya.__file__), Path(numba.__file__), Path(sys.prefix, "pyvenv.cfg")):
        assert any(folder in (needed, *needed.parents) for folder in shown), needed
    assert not any(folder in (Path.home(), *Path.home().parents) for folder in shown)
    assert Path("/etc") not in shown


def test_a_package_folder_is_shown_when_nothing_else_is_beside_it(tmp_path: Path) -> None:
    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    assert place_of(package) == package.parent
    (package.parent / ".secret").touch()
    assert place_of(package) == package


def test_no_readable_path_leads_through_the_old_root() -> None:
    assert _place_for_the_host(["/usr", "/"]) == "/host0"
    assert _place_for_the_host(["/host0/me/agent.py", "/host1"]) == "/host2"
