"""The layers of the package: a module imports only from layers before its own."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "enraya"
LAYERS: list[set[str]] = [
    {"texts"},
    {"errors", "platform"},
    {"callspec", "extras", "files", "limit", "printable", "sqlite", "stopping"},
    {"parameters"},
    {"work"},
    {"kernels"},
    {"rules", "readonly_kernels"},
    {"game"},
    {"solver", "heuristics"},
    {"models"},  # a trained model is one more heuristic
    {"isolation"},
    {"agents"},
    {"arena"},
    {"league"},
    {"learn", "evolve"},
    {"reports"},
    {"bench", "front", "reproduce", "warmup"},
    {"web"},
    {"cli"},
]
"""The parts of the package from the ground up; parts of one layer do not know each other."""
ORDERED_ROOMS: dict[str, list[set[str]]] = {
    "kernels": [
        {"core"},
        {"games", "solver"},
        {"heuristics"},
        {"models", "search"},
        {"training"},
    ],
    "league": [{"model"}, {"store"}, {"rank"}, {"work"}],
}
"""The rooms of some parts from the ground up; rooms of one level do not know each other."""
FACES = {"web", "cli"}
LEVELS = {part: level for level, layer in enumerate(LAYERS) for part in layer}
ROOT = "enraya"
MAX_LINES = 400
MAX_FILES = 16
TESTS = Path(__file__).parent
TABLE = Path(__file__).parents[1] / "docs" / "architecture.md"

SOURCES = sorted(PACKAGE.rglob("*.py"))
ROOMS = sorted({source.parent for source in SOURCES})


def module_name(source: Path) -> str:
    """The dotted name of a source file, without the package's own name."""
    parts = source.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """The part of the package that a module belongs to; empty for the package itself."""
    return module.split(".")[0]


def imported_parts(code: str) -> set[str]:
    """The parts of enraya that some code imports, the root as the empty name."""
    parts = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            dotted = [alias.name.split(".") for alias in node.names]
            parts |= {names[1] if names[1:] else "" for names in dotted if names[0] == ROOT}
        elif isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError(f"line {node.lineno}: a relative import; write the full name")
        elif isinstance(node, ast.ImportFrom) and node.module == ROOT:
            parts |= {alias.name if alias.name in LEVELS else "" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{ROOT}."):
            parts.add((node.module or "").split(".")[1])
    return parts


def violations(part: str, code: str) -> list[str]:
    """What a module of this part of the package imports against the order of the layers."""
    found = []
    for imported in sorted(imported_parts(code) - {part}):
        if part == "":
            allowed = imported not in FACES
        elif part == "kernels":
            allowed = False
        elif imported == "":
            allowed = part in FACES
        else:
            allowed = LEVELS[imported] < LEVELS[part]
        if not allowed:
            found.append(f"{part or ROOT} imports {imported or ROOT}")
    return found


def room_name(room: Path) -> str:
    """The path of a room below the package."""
    return room.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("room", ROOMS, ids=room_name)
def test_no_room_is_crowded(room: Path) -> None:
    assert len(list(room.glob("*.py"))) <= MAX_FILES


@pytest.mark.parametrize("room", ROOMS, ids=room_name)
def test_every_room_has_its_tests(room: Path) -> None:
    assert list((TESTS / room.relative_to(PACKAGE)).rglob("test_*.py"))


def test_the_architecture_page_has_the_layers_in_their_order() -> None:
    rows = [line.split("|")[1] for line in TABLE.read_text().splitlines() if line.startswith("| `")]
    assert [set(re.findall(r"`(\w+)`", row)) for row in rows] == LAYERS


def test_every_part_of_the_package_has_its_layer() -> None:
    parts = {part_of(module_name(source)) for source in SOURCES} - {"", "__main__"}
    unknown = sorted(parts - set(LEVELS))
    assert not unknown, f"{unknown} have no layer; add them to LAYERS where they belong"


@pytest.mark.parametrize("source", SOURCES, ids=module_name)
def test_modules_import_only_from_layers_before_their_own(source: Path) -> None:
    part = part_of(module_name(source))
    assert violations("cli" if part == "__main__" else part, source.read_text()) == []


def room_violations(part: str, room: str, code: str) -> list[str]:
    """What a module in this room of a part imports against the order of the part's rooms."""
    levels = {name: level for level, names in enumerate(ORDERED_ROOMS[part]) for name in names}
    prefix = f"{ROOT}.{part}."
    rooms = {
        node.module.removeprefix(prefix).split(".")[0]
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(prefix)
    }
    later = sorted(name for name in rooms - {room} if levels[name] >= levels[room])
    return [f"{room} imports {name}" for name in later]


@pytest.mark.parametrize(
    "source",
    [source for part in ORDERED_ROOMS for source in sorted(PACKAGE.glob(f"{part}/*/**/*.py"))],
    ids=module_name,
)
def test_modules_import_only_from_rooms_before_their_own(source: Path) -> None:
    part, room = source.relative_to(PACKAGE).parts[:2]
    assert room_violations(part, room, source.read_text()) == []


@pytest.mark.parametrize(
    ("part", "room", "code", "found"),
    [
        ("kernels", "models", "from enraya.kernels.core.bits import drops", []),
        ("kernels", "models", "from enraya.kernels.models.numbers import numbers_of", []),
        ("kernels", "models", "from enraya.kernels.search.mcts import grow",
         ["models imports search"]),
        ("kernels", "core", "from enraya.kernels.games.perft import perft",
         ["core imports games"]),
        ("league", "rank", "from enraya.league.work.worker import Worker", ["rank imports work"]),
    ],
)  # fmt: skip
def test_the_check_of_rooms_finds_what_it_should(
    part: str, room: str, code: str, found: list[str]
) -> None:
    assert room_violations(part, room, code) == found


@pytest.mark.parametrize("source", SOURCES, ids=module_name)
def test_modules_are_short(source: Path) -> None:
    assert len(source.read_text().splitlines()) <= MAX_LINES


@pytest.mark.parametrize(
    ("part", "code", "found"),
    [
        ("rules", "from enraya.game.position import Position", ["rules imports game"]),
        ("rules", "from enraya.kernels.core.bits import drops", []),
        ("rules", "import enraya.game", ["rules imports game"]),
        ("rules", "from enraya import game", ["rules imports game"]),
        ("rules", "def f():\n    from enraya.cli import main", ["rules imports cli"]),
        ("game", "from enraya import Position", ["game imports enraya"]),
        ("game", "import enraya", ["game imports enraya"]),
        ("cli", "from enraya import __version__", []),
        ("web", "from enraya.cli import main", ["web imports cli"]),
        ("kernels", "from enraya.errors import EnrayaError", ["kernels imports errors"]),
        ("kernels", "from enraya.kernels.core.bits import drops", []),
        ("solver", "from enraya.heuristics import rivest", ["solver imports heuristics"]),
        ("", "from enraya.game.position import Position", []),
        ("", "from enraya.cli import main", ["enraya imports cli"]),
        ("game", "import numpy as np\nimport enrayado", []),
    ],
)
def test_the_check_finds_what_it_should(part: str, code: str, found: list[str]) -> None:
    assert violations(part, code) == found


def test_relative_imports_are_refused() -> None:
    with pytest.raises(AssertionError, match="a relative import"):
        imported_parts("from . import bits")
