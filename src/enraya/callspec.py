r"""Values written as a call: ``classic(columns=8, rows=8)``, ``alphabeta(depth=8, eval=rivest)``.

The one grammar for rule sets, agents and heuristics, wherever they are written down::

    spec   = text [ "(" [ item { "," item } ] ")" ]
    item   = [ text "=" ] spec
    text   = anything but ( ) , =  |  [ word ":" ] quoted
    quoted = a double quote, anything, a double quote

In quotes every character stands for itself, except that ``\"`` is a quote and ``\\`` a backslash.
A quote elsewhere in a text is a character like any other.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from enraya.errors import InvalidNotation
from enraya.texts import Sentence

_MARKS = "(),="
_OPENING = re.compile(r'(\w+:)?"')
_PREFIX = re.compile(r"\w+:")
_TOKEN = re.compile(
    rf"""\s*(?:
    (?P<mark> [{_MARKS}] )
    | (?P<prefix> \w+: )? " (?P<quoted> (?: [^"\\] | \\. )* ) "
    | (?P<bare> [^{_MARKS}]+ ) )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'["\\]')
MAX_LENGTH = 2_000
MAX_DEPTH = 20


class CallSpec(NamedTuple):
    """A name with positional and named arguments, each a `CallSpec` itself.

    >>> spec = parse_callspec("classic( columns=8,rows=8 )")
    >>> spec.name, [key for key, value in spec.options]
    ('classic', ['columns', 'rows'])
    >>> str(spec)
    'classic(columns=8, rows=8)'
    >>> parse_callspec('file:"my agent (1).py"').name
    'file:my agent (1).py'
    """

    name: str
    """The name without quotes; `str` of the value adds them where they are needed."""
    args: tuple["CallSpec", ...] = ()
    options: tuple[tuple[str, "CallSpec"], ...] = ()

    def parts(self) -> Iterator["CallSpec"]:
        """The call itself and all values inside it.

        >>> [part.name for part in parse_callspec("f(g(1), x=2)").parts()]
        ['f', 'g', '1', '2']
        """
        yield self
        for inner in (*self.args, *(value for _, value in self.options)):
            yield from inner.parts()

    def with_parts(self, change: Callable[["CallSpec"], "CallSpec"]) -> "CallSpec":
        """The same call with ``change`` applied to every argument.

        >>> str(parse_callspec("f(1, x=2)").with_parts(lambda part: CallSpec(part.name * 2)))
        'f(11, x=22)'
        """
        options = tuple((key, change(value)) for key, value in self.options)
        return CallSpec(self.name, tuple(map(change, self.args)), options)

    def __str__(self) -> str:
        name, items = _quoted(self.name), [str(arg) for arg in self.args]
        items += [f"{_quoted(key)}={value}" for key, value in self.options]
        return f"{name}({', '.join(items)})" if items else name


def _quoted(name: str) -> str:
    """A name as the grammar writes it: in quotes where it would mean something else without."""
    is_plain = name and name == name.strip() and not _OPENING.match(name)
    if is_plain and not any(mark in name for mark in _MARKS):
        return name
    found = _PREFIX.match(name)
    prefix = found[0] if found else ""
    return f'{prefix}"{_TO_ESCAPE.sub(_escape, name.removeprefix(prefix))}"'


def _escape(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


@lru_cache(maxsize=1024)
def parse_callspec(text: str) -> CallSpec:
    """The value that a text describes.

    Raises:
        InvalidNotation: when it does not follow the grammar; the message quotes the text.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(
            Sentence("problem.long_specification", length=len(text), most=MAX_LENGTH)
        )
    parser = _Parser(text)
    spec = parser.spec()
    parser.expect_end()
    return spec


def text_behind(prefix: str, text: str) -> str | None:
    """The text after a prefix such as ``file:``; None if ``text`` does not begin with it.

    That text extends to the end and needs no quotes, whatever its characters; quotes around it are
    removed.

    >>> text_behind("file:", "file:mine (1).py"), text_behind("file:", 'file:"mine (1).py"')
    ('mine (1).py', 'mine (1).py')
    >>> text_behind("file:", "level(3)") is None
    True

    Raises:
        InvalidNotation: when it begins with a quote and anything follows the closing one.
    """
    if not text.startswith(prefix):
        return None
    rest = text.removeprefix(prefix)
    if not rest.startswith('"'):
        return rest
    parser = _Parser(text)
    name = parser.name()
    parser.expect_end()
    return name.removeprefix(prefix)


_Token = CallSpec | str
"""A name, or a mark of the grammar; an empty mark at the end of the text."""


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [token for token in map(self.token, _TOKEN.finditer(text)) if token]
        self.next = 0

    def token(self, found: re.Match[str]) -> _Token:
        """The token of a match; an empty mark if the match is only blanks."""
        if found["mark"]:
            return found["mark"]
        if found["bare"] is None:
            quoted = _ESCAPED.sub(r"\1", found["quoted"])
            return CallSpec((found["prefix"] or "") + quoted)
        bare = found["bare"].strip()
        opening = _OPENING.match(bare)
        if opening:
            place = found.start("bare") + opening.end()
            raise InvalidNotation(Sentence("problem.quote", text=repr(self.text), place=place))
        return CallSpec(bare) if bare else ""

    def peek(self) -> _Token:
        return self.tokens[self.next] if self.next < len(self.tokens) else ""

    def takes(self, mark: str) -> bool:
        """Whether the next token is this mark of the grammar; if so, moves past it."""
        is_there = self.peek() == mark
        self.next += is_there
        return is_there

    def fail(self, wanted: Sentence) -> InvalidNotation:
        token, text = self.peek(), repr(self.text)
        if isinstance(token, str):
            found: str = repr(token) if token else Sentence("word.end")
        else:
            found = repr(token.name)
            if self.next and isinstance(self.tokens[self.next - 1], CallSpec):
                return InvalidNotation(Sentence("problem.after_quote", text=text, found=found))
        return InvalidNotation(Sentence("problem.expected", text=text, wanted=wanted, found=found))

    def name(self) -> str:
        token = self.peek()
        if isinstance(token, str):
            raise self.fail(Sentence("word.name"))
        self.next += 1
        return token.name

    def spec(self, depth: int = 0) -> CallSpec:
        if depth > MAX_DEPTH:
            raise InvalidNotation(Sentence("problem.nested", text=repr(self.text), most=MAX_DEPTH))
        name = self.name()
        return self.arguments(name, depth) if self.takes("(") else CallSpec(name)

    def arguments(self, name: str, depth: int) -> CallSpec:
        args: list[CallSpec] = []
        options: dict[str, CallSpec] = {}
        while not self.takes(")"):
            value = self.spec(depth + 1)
            if not value.args and not value.options and self.takes("="):
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
            if not self.takes(",") and self.peek() != ")":
                raise self.fail(Sentence("word.comma"))
        return CallSpec(name, tuple(args), tuple(options.items()))

    def expect_end(self) -> None:
        if self.peek():
            raise self.fail(Sentence("word.end"))
