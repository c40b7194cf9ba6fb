"""Values written as a call."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.callspec import MAX_DEPTH, MAX_LENGTH, CallSpec, parse_callspec, text_behind
from enraya.errors import InvalidNotation

NAMES = st.text(max_size=8) | st.text(alphabet='"\\\\(),=: ab\n', max_size=8)
"""Any text at all, and some that the grammar must not mistake for its own marks."""
OLD_NAMES = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="(),="), min_size=1, max_size=8
).filter(lambda name: name == name.strip() and not re.match(r'(\w+:)?"', name))


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


@given(OLD_NAMES)
def test_names_that_need_no_quotes_are_written_without_them(name: str) -> None:
    assert str(CallSpec(name)) == name
    assert parse_callspec(name) == CallSpec(name)


@given(st.sampled_from(["file:", "program:"]), NAMES)
def test_text_after_a_prefix_is_read_with_and_without_quotes(prefix: str, rest: str) -> None:
    spec = CallSpec(prefix + rest)
    assert parse_callspec(str(spec)) == spec
    assert text_behind(prefix, str(spec)) == rest
    if not rest.startswith('"'):
        assert text_behind(prefix, prefix + rest) == rest


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
        ('file:"my agent (1).py"', CallSpec("file:my agent (1).py")),
        ('f("a, b", "k="="(")', CallSpec("f", (CallSpec("a, b"),), (("k=", CallSpec("(")),))),
        (r'"say \"hi\" \\ C:\new"', CallSpec(r'say "hi" \ C:\new')),
        ('""', CallSpec("")),
        ('" blank "(1)', CallSpec(" blank ", (CallSpec("1"),))),
        ('5"-board', CallSpec('5"-board')),
        ('file:old "name".py', CallSpec('file:old "name".py')),
        ("f(1, x=2)", CallSpec("f", (CallSpec("1"),), (("x", CallSpec("2")),))),
    ],
)
def test_specifications_are_parsed_into_name_and_arguments(text: str, spec: CallSpec) -> None:
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
        ('"', "the quote that opens at character 1 is never closed"),
        ('f(a, file:"mine.py)', "the quote that opens at character 11 is never closed"),
        (r'"mine\"', "the quote that opens at character 1 is never closed"),
        ('program:"./my bot" -x', "'-x' follows the closing quote; put it inside the quotes"),
        ('f("a""b")', "'b' follows the closing quote"),
    ],
)
def test_bad_specifications_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_callspec(text)
    assert sentence in str(caught.value)
    assert repr(text) in str(caught.value)


def test_nothing_may_follow_the_quoted_text_after_a_prefix() -> None:
    with pytest.raises(InvalidNotation, match=r"expected the end, found '\('"):
        text_behind("file:", 'file:"mine.py"(3)')


def test_length_and_nesting_have_limits() -> None:
    assert parse_callspec("f" * MAX_LENGTH).name == "f" * MAX_LENGTH
    with pytest.raises(InvalidNotation, match="at most"):
        parse_callspec("f" * (MAX_LENGTH + 1))
    deepest = "f(" * MAX_DEPTH + "x" + ")" * MAX_DEPTH
    assert str(parse_callspec(deepest)) == deepest
    with pytest.raises(InvalidNotation, match="nested deeper"):
        parse_callspec(f"f({deepest})")
