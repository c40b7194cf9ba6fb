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
from collections.abc import Callable
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
    """Without quotes; the text of the value has them where they are needed."""
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


def text_behind(prefix: str, text: str) -> str | None:
    """What stands behind a prefix such as ``file:``, which no other text may follow; None without.

    It needs no quotes here, whatever characters it has.

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
    name = parser.take().text
    parser.expect_end()
    return name.removeprefix(prefix)


class _Token(NamedTuple):
    """A punctuation mark of the grammar or a name; empty at the end of the text."""

    text: str
    is_name: bool


_END = _Token("", False)


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [token for token in map(self.token, _TOKEN.finditer(text)) if token != _END]
        self.next = 0

    def token(self, found: re.Match[str]) -> _Token:
        """A token from the text; the end of all when it is only blanks."""
        if found["mark"]:
            return _Token(found["mark"], False)
        if found["bare"] is None:
            quoted = _ESCAPED.sub(r"\1", found["quoted"])
            return _Token((found["prefix"] or "") + quoted, True)
        bare = found["bare"].strip()
        opening = _OPENING.match(bare)
        if opening:
            place = found.start("bare") + opening.end()
            raise InvalidNotation(Sentence("problem.quote", text=repr(self.text), place=place))
        return _Token(bare, bool(bare))

    def peek(self) -> _Token:
        return self.tokens[self.next] if self.next < len(self.tokens) else _END

    def at(self, mark: str) -> bool:
        """Whether the next token is this mark of the grammar, not a name in quotes."""
        return self.peek() == _Token(mark, False)

    def take(self) -> _Token:
        token = self.peek()
        self.next += 1
        return token

    def fail(self, wanted: Sentence) -> InvalidNotation:
        token = self.peek()
        if token.is_name and self.next and self.tokens[self.next - 1].is_name:
            return InvalidNotation(
                Sentence("problem.after_quote", text=repr(self.text), found=repr(token.text))
            )
        found = Sentence("word.end") if token == _END else repr(token.text)
        return InvalidNotation(
            Sentence("problem.expected", text=repr(self.text), wanted=wanted, found=found)
        )

    def spec(self, depth: int) -> CallSpec:
        if depth > MAX_DEPTH:
            raise InvalidNotation(Sentence("problem.nested", text=repr(self.text), most=MAX_DEPTH))
        if not self.peek().is_name:
            raise self.fail(Sentence("word.name"))
        name = self.take().text
        if not self.at("("):
            return CallSpec(name)
        return self.arguments(name, depth)

    def arguments(self, name: str, depth: int) -> CallSpec:
        self.take()
        args: list[CallSpec] = []
        options: dict[str, CallSpec] = {}
        while not self.at(")"):
            value = self.spec(depth + 1)
            if self.at("=") and not value.args and not value.options:
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
            if self.at(","):
                self.take()
            elif not self.at(")"):
                raise self.fail(Sentence("word.comma"))
        self.take()
        return CallSpec(name, tuple(args), tuple(options.items()))

    def expect_end(self) -> None:
        if self.peek() != _END:
            raise self.fail(Sentence("word.end"))
