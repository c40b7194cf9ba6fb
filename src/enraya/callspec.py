"""Values written as a call: ``classic(columns=8, rows=8)``, ``alphabeta(depth=8, eval=rivest)``.

The one grammar for rule sets, agents and heuristics, wherever they are written down::

    spec = text [ "(" [ item { "," item } ] ")" ]
    item = [ text "=" ] spec
    text = anything but ( ) , =
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from enraya.errors import InvalidNotation
from enraya.texts import Sentence

_TOKEN = re.compile(r"[(),=]|[^(),=]+")
MAX_LENGTH = 2_000
MAX_DEPTH = 20


class CallSpec(NamedTuple):
    """A name with positional and named arguments, each a `CallSpec` itself.

    >>> spec = parse_callspec("classic( columns=8,rows=8 )")
    >>> spec.name, [key for key, value in spec.options]
    ('classic', ['columns', 'rows'])
    >>> str(spec)
    'classic(columns=8, rows=8)'
    """

    name: str
    args: tuple["CallSpec", ...] = ()
    options: tuple[tuple[str, "CallSpec"], ...] = ()

    def with_parts(self, change: Callable[["CallSpec"], "CallSpec"]) -> "CallSpec":
        """The same call with every argument changed.

        >>> str(parse_callspec("f(1, x=2)").with_parts(lambda part: CallSpec(part.name * 2)))
        'f(11, x=22)'
        """
        options = tuple((key, change(value)) for key, value in self.options)
        return CallSpec(self.name, tuple(map(change, self.args)), options)

    def __str__(self) -> str:
        items = [str(arg) for arg in self.args]
        items += [f"{key}={value}" for key, value in self.options]
        return f"{self.name}({', '.join(items)})" if items else self.name


@lru_cache(maxsize=1024)
def parse_callspec(text: str) -> CallSpec:
    """The value that ``text`` writes down.

    Raises:
        InvalidNotation: when it does not follow the grammar; the message quotes the text.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(
            Sentence("problem.long_specification", length=len(text), most=MAX_LENGTH)
        )
    parser = _Parser(text)
    spec = parser.spec(0)
    parser.expect_end()
    return spec


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [t for t in (t.strip() for t in _TOKEN.findall(text)) if t]
        self.next = 0

    def peek(self) -> str:
        return self.tokens[self.next] if self.next < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.next += 1
        return token

    def fail(self, wanted: Sentence) -> InvalidNotation:
        found = repr(self.peek()) if self.peek() else Sentence("word.end")
        return InvalidNotation(
            Sentence("problem.expected", text=repr(self.text), wanted=wanted, found=found)
        )

    def spec(self, depth: int) -> CallSpec:
        if depth > MAX_DEPTH:
            raise InvalidNotation(Sentence("problem.nested", text=repr(self.text), most=MAX_DEPTH))
        if self.peek() in {"", "(", ")", ",", "="}:
            raise self.fail(Sentence("word.name"))
        name = self.take()
        if self.peek() != "(":
            return CallSpec(name)
        return self.arguments(name, depth)

    def arguments(self, name: str, depth: int) -> CallSpec:
        self.take()
        args: list[CallSpec] = []
        options: dict[str, CallSpec] = {}
        while self.peek() != ")":
            value = self.spec(depth + 1)
            if self.peek() == "=" and not value.args and not value.options:
                self.take()
                if value.name in options:
                    raise InvalidNotation(
                        Sentence("problem.twice", text=repr(self.text), name=repr(value.name))
                    )
                options[value.name] = self.spec(depth + 1)
            elif options:
                raise InvalidNotation(
                    Sentence("problem.too_late", text=repr(self.text), value=repr(str(value)))
                )
            else:
                args.append(value)
            if self.peek() == ",":
                self.take()
            elif self.peek() != ")":
                raise self.fail(Sentence("word.comma"))
        self.take()
        return CallSpec(name, tuple(args), tuple(options.items()))

    def expect_end(self) -> None:
        if self.peek():
            raise self.fail(Sentence("word.end"))
