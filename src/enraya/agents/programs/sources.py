"""The source of an agent in a language other than Python, read and checked before a compiler is."""

import os
from hashlib import sha256
from pathlib import Path

from enraya.agents.programs.languages import Language, language_of
from enraya.agents.text import parse_agent_text
from enraya.errors import InvalidSetting
from enraya.heuristics.userfile import PREFIX
from enraya.texts import Sentence

MAX_SOURCE_BYTES = 500_000
"""More is data, which belongs in a file beside the source."""
_PART_BYTES = 1_000_000
"""What is read of a file beside a source; of a larger one, its size and its time tell the rest."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class BadSource(InvalidSetting):
    """A source that is no program: its author's mistake, which costs an agent its games."""


def source_of(spec: str) -> Path | None:
    """The file of an agent in a language other than Python; None for every other agent.

    Raises:
        EnrayaError: when the text is none of an agent, or the name of its file tells no language.

    >>> source_of("file:mine.cpp"), source_of("file:mine.py"), source_of("level(3)")
    (PosixPath('mine.cpp'), None, None)
    """
    name = parse_agent_text(spec).call.name
    if not name.startswith(PREFIX):
        return None
    file = Path(name.removeprefix(PREFIX))
    return None if language_of(file) is None else file


def check_file(file: Path) -> None:
    """Refuses what is no file.

    Raises:
        InvalidSetting: with one sentence.
    """
    if os.path.isdir(file):  # noqa: PTH112  # false also for a name that is too long
        raise InvalidSetting(Sentence("language.folder", file=repr(str(file))))
    if not os.path.isfile(file):  # noqa: PTH113
        raise InvalidSetting(f"there is no file {str(file)!r}")


def read_source(file: Path) -> bytes:
    """The text of a source as every compiler reads it, with plain ends of lines.

    Raises:
        BadSource: when it is empty or too large, or is no text in UTF-8.
        InvalidSetting: when it cannot be read.
    """
    check_file(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_SOURCE_BYTES + 1)
        size = max(len(content), file.stat().st_size)
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(file)!r}: {error.strerror}") from None
    if size > MAX_SOURCE_BYTES:
        size_text, most = f"{size:,}", f"{MAX_SOURCE_BYTES:,}"
        raise BadSource(
            Sentence("language.large", file=repr(str(file)), bytes=size_text, most=most)
        )
    text = content.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise BadSource(Sentence("language.empty", file=repr(str(file))))
    if not _is_text(text):
        raise BadSource(Sentence("language.not_text", file=repr(str(file))))
    return text.replace(b"\r\n", b"\n")


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def digest_parts(language: Language, file: Path) -> bytes:
    """A digest of the files beside a source that it may include."""
    digest = sha256()
    try:
        for part in sorted(file.parent.iterdir()):
            if part.suffix.lower() in language.parts and part.name != file.name and part.is_file():
                digest.update(part.name.encode(errors="surrogateescape") + b"\0")
                with part.open("rb") as stream:
                    digest.update(sha256(stream.read(_PART_BYTES)).digest())
                about = part.stat()
                if about.st_size > _PART_BYTES:
                    digest.update(f"{about.st_size} {about.st_mtime_ns}".encode())
    except OSError:  # what cannot be read cannot be included either
        pass
    return digest.digest()
