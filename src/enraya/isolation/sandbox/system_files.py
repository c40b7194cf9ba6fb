"""What programs read besides their own files: the settings of languages and of the linker.

The folders of the system itself, such as ``/usr``, are on the list of every agent; see
`enraya.isolation.sandbox.python_files`.
"""

from pathlib import Path

_PLACES = (
    "alternatives",  # which of several compilers and virtual machines is meant
    "ld.so.conf",
    "ld.so.conf.d",
    "java-*",  # the settings of a JDK are links to here
    "sbclrc",
    "ssl/openssl.cnf",  # without it Node does not start
)
"""Names in ``/etc``: none of them tells anything about users."""


def system_files() -> tuple[str, ...]:
    """The folders and files that exist here."""
    return tuple(sorted(str(path) for name in _PLACES for path in Path("/etc").glob(name)))
