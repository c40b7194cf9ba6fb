"""Mutations of the code, and the choice of the tests that execute them."""

import json
from pathlib import Path

import pytest
from coverage import CoverageData

from tools.mutate.__main__ import NOTICED, SURVIVED, UNREACHED, batches, verdict
from tools.mutate.changes import Change, changes, sample
from tools.mutate.reach import LINES, SECONDS, Reach

MODULE = Path("src/enraya/game/notation.py")
BESIDE = "tests/game/test_notation.py"


def made(text: str) -> set[str]:
    """Every way to change a text."""
    content = text.encode()
    return {change.made_in(content).decode() for change in changes(MODULE, content)}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", {"a <= b"}),
        ("a < b <= c", {"a <= b <= c", "a < b < c"}),
        ("a is None or b", {"a is not None or b", "a is None and b"}),
        ("not a", {"a"}),
        ("not (a or b)", {"(a or b)", "not (a and b)"}),
        ("a[-1] - 1", {"a[1] - 1", "a[-1] + 1"}),
        ("é * b", {"é // b"}),
    ],
)
def test_operators_and_signs_are_changed_one_at_a_time(text: str, changed: set[str]) -> None:
    assert made(text) == changed


@pytest.mark.parametrize("text", ["'a' + b", "f'{a}' + b", "'%d' % b", "int | None", "(a) < b"])
def test_strings_types_and_punctuation_are_not_changed(text: str) -> None:
    assert not made(text)


def test_a_change_knows_its_lines_and_if_importing_runs_it() -> None:
    text = "LEAST = 1 + 2\n\n\ndef f(\n    a=3 + 4,\n):\n    return [\n        a,\n    ] + a\n"
    found = [(one.first, one.last, one.at_import) for one in changes(MODULE, text.encode())]
    assert sorted(found) == [(1, 1, True), (5, 5, True), (7, 9, False)]


def test_a_seed_gives_the_same_sample_again_and_no_change_twice() -> None:
    chosen = sample(30, seed=5)
    assert chosen == sample(30, seed=5) != sample(30, seed=6)
    assert len(set(chosen)) == 30
    assert all(change.module.parts[2] not in ("kernels", "isolation") for change in chosen)


@pytest.fixture
def reach(tmp_path: Path) -> Reach:
    """Line 3 runs in two tests of one file, one of another and a process; line 4 when imported."""
    executed = {
        "": {4},
        "tests/a.py::slow|run": {3},
        "tests/a.py::quick|setup": {3},
        "tests/b.py::other|run": {3},
        "tests/b.py::failed|run": {3},
        "tests/b.py::process[(1)] (call)": {3},
        f"{BESIDE}::test_it|run": {5},
    }
    data = CoverageData(str(tmp_path / LINES))
    for context, lines in executed.items():
        data.set_context(context)
        data.add_lines({f"/copy/{MODULE}": lines})
    data.write()
    seconds = {"tests/a.py::slow": 2.0, "tests/a.py::quick": 0.5, "tests/b.py::other": 1.0,
               "tests/b.py::process[(1)]": 3.0, f"{BESIDE}::test_it": 4.0}  # fmt: skip
    (tmp_path / SECONDS).write_text(json.dumps(seconds))
    return Reach(tmp_path)


def change_in(first: int, *, at_import: bool = False, module: Path = MODULE) -> Change:
    return Change(module, 0, "<", "<=", first, first, at_import)


def test_the_quickest_test_of_each_file_comes_first(reach: Reach) -> None:
    names = ("a.py::quick", "b.py::other", "a.py::slow", "b.py::process[(1)]")
    assert reach.tests(change_in(3)) == [f"tests/{name}" for name in names]


def test_code_run_on_import_concerns_every_test_of_the_module(reach: Reach) -> None:
    assert not reach.tests(change_in(4))
    assert set(reach.tests(change_in(4, at_import=True))) == set(reach.seconds)


def test_tests_of_the_same_name_run_first_and_those_of_the_room_last(reach: Reach) -> None:
    beside = [str(MODULE), BESIDE]
    others = [str(MODULE), *reach.tests(change_in(3))]
    assert list(batches(change_in(3), reach)) == [beside, others]
    assert list(batches(change_in(5), reach)) == [beside]
    assert list(batches(change_in(6), reach)) == [beside, [str(MODULE), "tests/game"]]
    unknown = change_in(1, module=Path("src/enraya/game/nowhere/deep.py"))
    assert list(batches(unknown, reach)) == [[str(unknown.module), "tests/game"]]
    top = change_in(1, module=Path("src/enraya/unknown.py"))
    assert "tests/test_files.py" in next(batches(top, reach))


def test_a_change_is_killed_survives_or_is_not_reached(
    reach: Reach, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / MODULE
    module.parent.mkdir(parents=True)
    module.write_text("< b")
    seen = list[str]()

    def pass_in(copy: Path, tests: list[str], _reach: Reach) -> bool:
        seen.append((copy / MODULE).read_text())
        return "tests/a.py::quick" not in tests

    monkeypatch.setattr("tools.mutate.__main__.pass_in", pass_in)
    found = [verdict(change_in(line), tmp_path, reach) for line in (3, 5, 6)]
    assert found == [NOTICED, SURVIVED, UNREACHED]
    assert set(seen) == {"<= b"}
    assert module.read_text() == "< b"
