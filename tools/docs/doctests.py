"""Makes the examples in docstrings appear as sessions of Python."""

import re
from typing import Any

import griffe

_SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around each doctest, which Markdown would take for quotations."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Changes the docstring of an object as it is loaded."""
        del kwargs
        if obj.docstring:
            fenced = _SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = fenced
