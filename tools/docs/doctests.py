"""Makes the site show the examples in docstrings as Python sessions."""

import re
from typing import Any

import griffe

_SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a code fence around each doctest, which Markdown would read as a quotation."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Adds the fences to an object's docstring when the object is loaded."""
        del kwargs
        if obj.docstring:
            fenced = _SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = fenced
