"""Sentences for clients, without the names of this machine's folders."""

import re

_FOLDER = r"""[^\s'"()/:;](?:[^'"()/:;]*[^\s'"()/:;])?"""
"""The name of a folder, which may have spaces inside."""
_FOLDERS = re.compile(rf"(?:(?<=file:)|(?<=program:)|(?<![\w/:.]))/(?:{_FOLDER}/)+")
"""The folders of an absolute path."""
_UPLOAD = re.compile(r"""(?:agent )?(['"]?)(?:file:)?[0-9a-f]{16}\.py\1""")
"""The file of an uploaded agent, named after its contents."""


def without_paths(sentence: str) -> str:
    """The sentence with the bare names of files, an uploaded agent's being "your file".

    >>> without_paths("'/srv/my lab/agents/98752ee28d5484bd.py' holds no agent")
    'your file holds no agent'
    >>> without_paths("SyntaxError: '(' was never closed (98752ee28d5484bd.py, line 3)")
    "SyntaxError: '(' was never closed (your file, line 3)"
    >>> without_paths("agent 'file:/srv/agents/98752ee28d5484bd.py' answered 99 after '44'")
    "your file answered 99 after '44'"
    >>> without_paths("cannot import name 'x' from 'enraya' (/usr/lib/enraya/__init__.py)")
    "cannot import name 'x' from 'enraya' (__init__.py)"
    >>> without_paths("3 / 4 is not a move, 1/2/3 neither; see https://example.org/a/b")
    '3 / 4 is not a move, 1/2/3 neither; see https://example.org/a/b'
    """
    return _UPLOAD.sub("your file", _FOLDERS.sub("", sentence))
