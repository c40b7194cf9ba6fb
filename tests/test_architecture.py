"""The order of the package: layers and rooms import one way, rooms are small, names are unique."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "enraya"
TESTS = Path(__file__).parent
TABLE = Path(__file__).parents[1] / "docs" / "architecture.md"
LAYERS = [
    set(re.findall(r"`(\w+)`", line.split("|")[1]))
    for line in TABLE.read_text().splitlines()
    if line.startswith("| `")
]
"""The parts of the package from the ground up; parts of one layer do not know each other."""
ORDERED_ROOMS: dict[str, list[set[str]]] = {
    "kernels": [{"core"}, {"games", "solver"}, {"heuristics"}, {"models", "search"}],
    "agents": [{"players", "text"}, {"isolated"}, {"registry"}, {"host"}],
    "arena": [{"statistics"}, {"plan"}, {"store"}, {"results"}, {"play"}],
    "league": [{"model"}, {"store"}, {"rank"}, {"work"}],
}
"""The rooms of some parts from the ground up; rooms of one level do not know each other."""
FACES = {"web", "cli"}
LEVELS = {part: level for level, layer in enumerate(LAYERS) for part in layer}
ROOT = "enraya"
MAX_LINES = 400
MAX_FILES = 16


def statements(code: str) -> list[ast.stmt]:
    """The imports and classes in some code, at any depth."""
    wanted = ast.Import | ast.ImportFrom | ast.ClassDef
    return [node for node in ast.walk(ast.parse(code)) if isinstance(node, wanted)]


SOURCES = {source: source.read_text() for source in sorted(PACKAGE.rglob("*.py"))}
STATEMENTS = {source: statements(text) for source, text in SOURCES.items()}
ROOMS = sorted({source.parent for source in SOURCES})


def module_name(source: Path) -> str:
    """The dotted name of a source file, without the package's own name."""
    parts = source.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(source): source for source in SOURCES}


def room_name(room: Path) -> str:
    """The path of a room below the package."""
    return room.relative_to(PACKAGE).as_posix()


def part_of(module: str) -> str:
    """The part of the package that a module belongs to; empty for the package itself."""
    return module.split(".")[0]


def imported_modules(code: Iterable[ast.stmt]) -> set[str]:
    """The modules of the package that some code imports, the package itself as the empty name."""
    found = set()
    for node in code:
        if isinstance(node, ast.Import):
            dotted = [alias.name for alias in node.names]
            found |= {name[len(ROOT) + 1 :] for name in dotted if name.split(".")[0] == ROOT}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == ROOT:
            module = (node.module or "")[len(ROOT) + 1 :]
            names = {f"{module}.{alias.name}".removeprefix(".") for alias in node.names}
            found |= {name for name in names if name in MODULES} or {module}
    return found


def violations(part: str, code: Iterable[ast.stmt]) -> list[str]:
    """What a module of this part of the package imports against the order of the layers."""
    found = []
    for imported in sorted({part_of(module) for module in imported_modules(code)} - {part}):
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


def room_violations(part: str, room: str, code: Iterable[ast.stmt]) -> list[str]:
    """What a module in this room of a part imports against the order of the part's rooms."""
    levels = {name: level for level, names in enumerate(ORDERED_ROOMS[part]) for name in names}
    dotted = [module.split(".") for module in imported_modules(code)]
    rooms = {names[1] for names in dotted if names[0] == part and names[1:]}
    later = sorted(name for name in rooms - {room} if levels[name] >= levels[room])
    return [f"{room} imports {name}" for name in later]


def circles(imports: Mapping[str, Collection[str]]) -> set[tuple[str, str]]:
    """The pairs of rooms that import each other, given what each room imports."""
    return {
        (one, other)
        for one, imported in imports.items()
        for other in imported
        if one < other and one in imports.get(other, ())
    }


def room_imports() -> dict[str, set[str]]:
    """Which rooms each room imports; the modules beside the parts are in no room."""
    imports: dict[str, set[str]] = defaultdict(set)
    for source, code in STATEMENTS.items():
        places = {MODULES[module].parent for module in imported_modules(code)}
        imports[room_name(source.parent)] |= {room_name(place) for place in places}
    del imports["."]
    return {room: imported - {room, "."} for room, imported in imports.items()}


def test_rooms_and_modules_are_small() -> None:
    files = {room_name(room): len(list(room.glob("*.py"))) for room in ROOMS}
    assert {room: count for room, count in files.items() if count > MAX_FILES} == {}
    lines = {module_name(source): text.count("\n") for source, text in SOURCES.items()}
    assert {module: count for module, count in lines.items() if count > MAX_LINES} == {}


def test_every_room_has_its_tests() -> None:
    untested = [
        room_name(room)
        for room in ROOMS
        if not any((TESTS / room.relative_to(PACKAGE)).rglob("test_*.py"))
    ]
    assert untested == []


def test_every_part_of_the_package_has_a_layer() -> None:
    unknown = sorted({part_of(module) for module in MODULES} - {"", "__main__"} - set(LEVELS))
    assert not unknown, f"{unknown} have no layer; add them to the table of docs/architecture.md"


def test_modules_import_only_from_layers_before_their_own() -> None:
    found = {}
    for module, source in MODULES.items():
        part = part_of(module)
        found[module] = violations("cli" if part == "__main__" else part, STATEMENTS[source])
    assert {module: wrong for module, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("part", ORDERED_ROOMS)
def test_modules_import_only_from_rooms_before_their_own(part: str) -> None:
    found = {}
    for source in PACKAGE.glob(f"{part}/*/**/*.py"):
        room = source.relative_to(PACKAGE).parts[1]
        found[module_name(source)] = room_violations(part, room, STATEMENTS[source])
    assert {module: wrong for module, wrong in found.items() if wrong} == {}


def test_no_two_rooms_import_each_other() -> None:
    assert circles(room_imports()) == set()


def test_class_names_are_unique() -> None:
    counts = Counter(
        node.name for code in STATEMENTS.values() for node in code if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in counts.items() if count > 1} == set()
