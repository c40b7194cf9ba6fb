"""Writing files that appear whole or not at all."""

import os
import sys
import tempfile
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.platform import is_device


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file in one step: the content is written beside it, then renamed.

    Raises:
        InvalidSetting: when the file cannot be written; an earlier one is left as it was.
    """
    if sys.platform == "win32" and is_device(str(path)):
        raise InvalidSetting(f"cannot write {str(path)!r}: on Windows that is a device")
    beside: str | None = None
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except OSError as error:
        if beside:
            Path(beside).unlink(missing_ok=True)
        raise InvalidSetting(f"cannot write {str(path)!r}: {error.strerror}") from None


def is_file(path: Path) -> bool:
    """Whether there is such a file; False for a name that no file can have."""
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long
        return False


def part_of(path: Path) -> Path:
    """The file that keeps unfinished work until ``path`` itself is written."""
    return path.parent / f"{path.name}.part"


def write_text(path: Path, content: str) -> None:
    """Writes a text in UTF-8, in one step as `write_bytes` does."""
    write_bytes(path, content.encode())
