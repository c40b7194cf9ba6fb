"""Small changes of the code that tests ought to notice."""

from pathlib import Path

import pytest

from tools.mutate.changes import Change, changes, sample

MODULE = Path("src/enraya/any.py")


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
def test_texts_types_and_what_stands_beside_brackets_are_left_alone(text: str) -> None:
    assert not made(text)


def test_a_change_knows_its_lines_and_whether_importing_runs_it() -> None:
    text = "LEAST = 1 + 2\n\n\ndef f(\n    a=3 + 4,\n):\n    return [\n        a,\n    ] + a\n"
    found = [(one.first, one.last, one.at_import) for one in changes(MODULE, text.encode())]
    assert sorted(found) == [(1, 1, True), (5, 5, True), (7, 9, False)]


def test_a_seed_gives_the_same_sample_again_and_no_change_twice() -> None:
    chosen = sample(30, seed=5)
    assert chosen == sample(30, seed=5) != sample(30, seed=6)
    assert len(set(chosen)) == 30
    assert all(change.module.parts[2] not in ("kernels", "isolation") for change in chosen)


def test_a_change_prints_its_line_and_both_texts() -> None:
    change = Change(MODULE, 2, " < ", " <= ", first=7, last=7, at_import=False)
    assert str(change) == "src/enraya/any.py:7: '<' became '<='"
