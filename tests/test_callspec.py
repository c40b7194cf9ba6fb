"""Values written as a call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.callspec import MAX_DEPTH, MAX_LENGTH, CallSpec, parse_callspec
from enraya.errors import InvalidNotation

NAMES = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="(),="), min_size=1, max_size=8
).filter(lambda name: name == name.strip() and len(name.splitlines()) == 1)


def calls(inner: st.SearchStrategy[CallSpec]) -> st.SearchStrategy[CallSpec]:
    return st.builds(
        CallSpec,
        NAMES,
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(NAMES, inner, max_size=3).map(lambda options: tuple(options.items())),
    )


@given(st.recursive(NAMES.map(CallSpec), calls, max_leaves=8))
def test_a_value_is_read_back_from_its_text(spec: CallSpec) -> None:
    assert parse_callspec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("perfect", CallSpec("perfect")),
        ("perfect()", CallSpec("perfect")),
        ("file:mine.py", CallSpec("file:mine.py")),
        ("level(5)", CallSpec("level", (CallSpec("5"),))),
        ("f(a b, c)", CallSpec("f", (CallSpec("a b"), CallSpec("c")))),
        ("f(1,)", CallSpec("f", (CallSpec("1"),))),
        (" f ( x = g(1) ) ", CallSpec("f", (), (("x", CallSpec("g", (CallSpec("1"),))),))),
        (
            "genes(0.92,0.59)",
            CallSpec("genes", (CallSpec("0.92"), CallSpec("0.59"))),
        ),
        (
            "f(1, x=2)",
            CallSpec("f", (CallSpec("1"),), (("x", CallSpec("2")),)),
        ),
    ],
)
def test_texts_mean_what_they_say(text: str, spec: CallSpec) -> None:
    assert parse_callspec(text) == spec


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a name, found the end"),
        ("  ", "expected a name, found the end"),
        ("(", "expected a name, found '('"),
        ("f(", "expected a name, found the end"),
        ("f(a", "expected ',' or ')', found the end"),
        ("f)", "expected the end, found ')'"),
        ("f(,)", "expected a name, found ','"),
        ("f(a b=)", "expected a name, found ')'"),
        ("f(=1)", "expected a name, found '='"),
        ("f(a)(b)", "expected the end, found '('"),
        ("f(g(1)=2)", "expected ',' or ')', found '='"),
        ("a=b", "expected the end, found '='"),
        ("f(x=1, 2)", "'2' must come before the options"),
        ("f(x=1, a\nb)", r"'a\nb' must come before the options"),
        ("f(x=1, x=2)", "'x' is given twice"),
    ],
)
def test_bad_texts_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_callspec(text)
    assert sentence in str(caught.value)
    assert repr(text) in str(caught.value)


def test_length_and_nesting_have_limits() -> None:
    assert parse_callspec("f" * MAX_LENGTH).name == "f" * MAX_LENGTH
    with pytest.raises(InvalidNotation, match="at most"):
        parse_callspec("f" * (MAX_LENGTH + 1))
    deepest = "f(" * MAX_DEPTH + "x" + ")" * MAX_DEPTH
    assert str(parse_callspec(deepest)) == deepest
    with pytest.raises(InvalidNotation, match="nested deeper"):
        parse_callspec(f"f({deepest})")
