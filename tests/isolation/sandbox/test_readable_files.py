"""What a Python agent may read: its language, and nothing beside it."""

import sys
from pathlib import Path

import numba

import enraya
from enraya.isolation.sandbox.readable_files import outermost, place_of, python_files


def test_the_language_is_there_and_nothing_of_the_user() -> None:
    shown = [Path(path) for path in python_files()]
    for needed in (Path(enraya.__file__), Path(numba.__file__), Path(sys.prefix, "pyvenv.cfg")):
        assert any(folder in (needed, *needed.parents) for folder in shown), needed
    assert not any(folder in (Path.home(), *Path.home().parents) for folder in shown)
    assert Path("/etc") not in shown


def test_nothing_is_named_twice() -> None:
    assert outermost({"/usr", "/usr/lib", "/usrlocal", "/lib"}) == ("/lib", "/usr", "/usrlocal")


def test_the_folder_of_a_package_is_shown_when_nothing_is_beside_it(tmp_path: Path) -> None:
    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    assert place_of(package) == package.parent
    (package.parent / ".secret").touch()
    assert place_of(package) == package
