"""The page's scripts: the order of their rooms, and the bundled library."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from enraya.web.league.routes.pages import league_document
from enraya.web.server.application import STATIC

ROOT = STATIC / "js"
VENDOR = STATIC / "vendor"
SCRIPTS = sorted(ROOT.rglob("*.js"))
KNOWN_ROOMS = {
    "lib": {"lib", "vendor"},
    "board": {"lib", "board"},
    "play": {"lib", "board", "play"},
    "agent": {"lib", "board", "play", "agent"},
    "friend": {"lib", "board", "friend"},
    "analyse": {"lib", "board", "analyse"},
    "runs": {"lib", "board", "runs"},
    "pages": {"lib", "board", "play", "agent", "friend", "analyse", "runs"},
    "league": {"lib", "agent", "league"},
    "watching": {"lib", "board", "league", "watching"},
    "team": {"lib", "agent", "league", "team"},
    "league_pages": {"lib", "board", "agent", "analyse", "league", "watching", "team", "operator"},
    "operator": {"lib", "league", "operator"},
}
"""What each room may import; no page imports another."""
MAX_SCRIPTS = 16
MAX_COLUMNS = 120
IMPORTS = re.compile(r'(?:from |import |import\()"([^"]+)"')


def imports_of(script: Path) -> list[Path]:
    """The scripts that a script imports."""
    names = (name.replace("/static", str(STATIC)) for name in IMPORTS.findall(script.read_text()))
    return [(script.parent / name).resolve() for name in names]


def room_of(script: Path) -> str:
    """The folder that holds a script."""
    return script.relative_to(ROOT if script.is_relative_to(ROOT) else STATIC).parts[0]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_lines_are_short_and_every_import_names_a_script(script: Path) -> None:
    assert max(map(len, script.read_text().splitlines())) <= MAX_COLUMNS
    assert set(imports_of(script)) <= {*SCRIPTS, *VENDOR.rglob("*.js")}


@pytest.mark.parametrize("room", KNOWN_ROOMS)
def test_scripts_import_only_from_rooms_below_their_own(room: str) -> None:
    scripts = list((ROOT / room).iterdir())
    assert len(scripts) <= MAX_SCRIPTS
    imported = {room_of(path) for script in scripts for path in imports_of(script)}
    assert imported <= KNOWN_ROOMS[room]


def test_every_script_is_loaded_by_the_document_or_by_another_script() -> None:
    loaded = {path for script in SCRIPTS for path in imports_of(script)}
    document = (STATIC / "index.html").read_text() + league_document()
    top = [script for script in SCRIPTS if script.parent == ROOT]
    assert all(f"/static/js/{script.name}" in document for script in top)
    assert set(SCRIPTS) == {path for path in loaded if path.is_relative_to(ROOT)} | set(top)


def test_bundled_libraries_are_unmodified() -> None:
    folder = VENDOR / "lit-html"
    noted = dict(
        line.split()[::-1]
        for line in re.findall(r"[0-9a-f]{64}  \S+\.js", (folder / "README.txt").read_text())
    )
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*.js")}
    assert noted == {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
