"""Damaged bytes and unwelcome values, as Hypothesis draws them."""

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

NUMBERS = (
    "0", "-1", "1", "7", "255", "65536", "2147483648", "-9223372036854775809", "1" + "0" * 30,
    "1e400", "-1e400", "NaN", "0.5", "1e-320", "9" * 5000,
)  # fmt: skip
"""Numbers as text, those at the edges of what programs hold among them."""
TEXTS = (
    "", " ", "x", "4453", "null", "\x1b[2J", "\r\n", "\u202e", "\ud800", "ß" * 40, "[/red]", "%s%n",
    "{}", "((((", "'; DROP TABLE games; --", "../../x", "x" * 300, "🟡", "٣", "\u2028",
)  # fmt: skip
unwelcome = st.recursive(
    st.sampled_from([*TEXTS, *NUMBERS])
    | st.sampled_from([0, 1, 4, -1, 0.5, 10**30, float("nan"), float("inf"), 1e300, 2**63])
    | st.sampled_from([None, True, False]),
    lambda part: (
        st.lists(part, max_size=3) | st.dictionaries(st.sampled_from(TEXTS), part, max_size=3)
    ),
    max_leaves=6,
)
"""Values as JSON may hold them, hardly any of them right."""
_parts = (
    st.binary(max_size=20)
    | st.sampled_from([b"\0" * 8, b"\xff" * 8])
    | st.sampled_from(NUMBERS).map(str.encode)
)


def tries(times: int) -> settings:
    """Settings with this many times the examples of the profile."""
    return settings(max_examples=times * settings().max_examples)


@st.composite
def damaged(draw: st.DrawFn, sound: bytes) -> bytes:
    """The bytes with up to four places overwritten, longer or shorter, or cut off."""
    content = sound
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = start + draw(st.integers(0, 8) | st.integers(0, len(content) - start))
        content = content[:start] + draw(_parts) + content[end:]
    return content


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with one part replaced or removed, somewhere inside."""
    if isinstance(value, dict) and value and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(value)))
        rest = {name: part for name, part in value.items() if name != key}
        return {**rest, key: draw(changed(value[key]))} if draw(st.integers(0, 9)) else rest
    if isinstance(value, list) and value and draw(st.integers(0, 9)):
        place = draw(st.integers(0, len(value) - 1))
        part = [draw(changed(value[place]))] if draw(st.integers(0, 9)) else []
        return [*value[:place], *part, *value[place + 1 :]]
    return draw(unwelcome)


def damaged_json(value: Any) -> st.SearchStrategy[bytes]:
    """The value as JSON, with other bytes or other parts; or anything else."""
    text = json.dumps(value).encode()
    return damaged(text) | changed(value).map(as_json) | unwelcome.map(as_json)


def as_json(value: Any) -> bytes:
    """The value as JSON, such as programs that are not careful write it."""
    return json.dumps(value).encode()
