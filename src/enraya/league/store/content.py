"""The content of submissions: stored under its digest, and unpacked to run the agents.

::

    submissions/3f/3f9a…   a submission byte for byte, named by the SHA-256 of its content
    unpacked/8c01…/        its files, unpacked again whenever they are missing
"""

import os
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

from enraya.errors import InvalidSetting, StoreFailure
from enraya.files import is_file, write_bytes
from enraya.heuristics.userfile import PREFIX
from enraya.league.model.records import Version
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.archive import SUFFIX, check_path, check_together, find_main, read_archive
from enraya.texts import Sentence

SUBMISSIONS = "submissions"
UNPACKED = "unpacked"
MOST_FILE_NAME = 80
_KEY_LENGTH = 24
_AGENT = "agent"


def check_upload(file: str, content: bytes, settings: LeagueSettings) -> None:
    """Refuses a file that cannot be a submission.

    Raises:
        InvalidSetting: when its name, type, size or content is not allowed; the message says why
            in one sentence.
    """
    if "/" in file or len(file) > MOST_FILE_NAME:
        raise InvalidSetting(Sentence("league.archive_name", file=repr(file[:MOST_FILE_NAME])))
    check_path(file)
    known = (*settings.suffixes, SUFFIX)
    if not file.lower().endswith(known):
        raise InvalidSetting(
            Sentence("league.upload_kind", file=repr(file), known=", ".join(known))
        )
    if len(content) > settings.max_bytes:
        raise InvalidSetting(
            Sentence(
                "league.upload_large",
                bytes=f"{len(content):,}", most=f"{settings.max_bytes:,}",
            )
        )  # fmt: skip
    if not content.strip():
        raise InvalidSetting(Sentence("league.upload_empty", file=repr(file)))
    files_of(file, content, settings)


def files_of(file: str, content: bytes, settings: LeagueSettings) -> tuple[str, dict[str, bytes]]:
    """The path of the agent's source in a submission, and the content of all its files by path.

    The source is renamed to ``agent`` with its suffix, so that a file name chosen by a student
    does not outlive the erasure of the team.

    Raises:
        InvalidSetting: when an archive is not allowed or holds no agent; the message says why in
            one sentence.
    """
    if not file.lower().endswith(SUFFIX):
        main = _AGENT + Path(file).suffix.lower()
        return main, {main: content}
    files = read_archive(content)
    found = find_main(files, settings.suffixes)
    main = _AGENT + Path(found).suffix.lower()
    paths = [main if path == found else path for path in files]
    check_together(paths)
    return main, dict(zip(paths, files.values(), strict=True))


def with_own_file_name(reason: str, file: str) -> str:
    """A message about a source with the file name that its author gave it instead of ``agent``.

    Messages about archives are not changed.

    >>> with_own_file_name("SyntaxError: invalid syntax (agent.py, line 3)", "mine.py")
    'SyntaxError: invalid syntax (mine.py, line 3)'
    """
    if file.lower().endswith(SUFFIX):
        return reason
    own = _AGENT + Path(file).suffix.lower()
    if isinstance(reason, Sentence):
        return reason.with_words(lambda words: words.replace(own, file))
    return reason.replace(own, file)


def digest_of(content: bytes) -> str:
    """The SHA-256 of a submission's content, under which it is stored."""
    return sha256(content).hexdigest()


def blob_path(folder: Path, digest: str) -> Path:
    """The path under which the content with this digest is stored."""
    return folder / SUBMISSIONS / digest[:2] / digest


def keep(folder: Path, content: bytes) -> str:
    """Stores the content of a submission permanently and returns its digest.

    Raises:
        InvalidSetting: when it cannot be written; nothing is stored then.
    """
    digest = digest_of(content)
    path = blob_path(folder, digest)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.stat().st_size != len(content):
            write_bytes(path, content)
    except OSError as error:
        raise StoreFailure(f"cannot write {str(path)!r}: {error.strerror}") from None
    except InvalidSetting as error:  # a full disk is not the sender's fault
        raise StoreFailure(str(error)) from None
    return digest


def content_of(folder: Path, digest: str) -> bytes:
    """The stored content with this digest.

    Raises:
        InvalidSetting: when the file is missing or damaged.
    """
    path = blob_path(folder, digest)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StoreFailure(f"cannot read {str(path)!r}: {error.strerror}") from None
    if digest_of(content) != digest:
        raise StoreFailure(f"{str(path)!r} is damaged: it is not what was sent")
    return content


def key_of(main: str, file: str, content: bytes) -> str:
    """The name of the folder into which a submission is unpacked: the same for the same agent."""
    kind = SUFFIX if file.lower().endswith(SUFFIX) else main
    return sha256(kind.encode() + b"\0" + content).hexdigest()[:_KEY_LENGTH]


def unpack(folder: Path, version: Version, settings: LeagueSettings) -> str:
    """Unpacks a submission, unless its files are there already, and returns the agent's text.

    The path in this text is relative to the league's folder.

    Raises:
        InvalidSetting: when the submission is missing or damaged, holds no agent, or cannot be
            unpacked.
    """
    if version.spec and is_file(folder / version.spec.removeprefix(PREFIX)):
        return version.spec
    content = content_of(folder, version.digest)
    main, files = files_of(version.file, content, settings)
    key = key_of(main, version.file, content)
    target = folder / UNPACKED / key
    if not target.is_dir():
        _write_all(target, files)
    return f"{PREFIX}{UNPACKED}/{key}/{main}"


def _write_all(target: Path, files: dict[str, bytes]) -> None:
    """Makes a folder with these files; it appears under its name only when it is complete."""
    try:
        target.parent.mkdir(exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
        try:
            for path, data in files.items():
                place = part / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            part.chmod(0o755)
            part.rename(target)
        finally:
            if part.exists():  # also when another process was faster
                shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        if not target.is_dir():
            raise StoreFailure(f"cannot write {str(target)!r}: {error.strerror}") from None


def placed(folder: Path, spec: str) -> str:
    """The text of an agent with the path of a team's file made absolute; other texts unchanged.

    >>> [placed(Path("/ia"), spec) for spec in ("file:unpacked/8c01/agent.py", "file:a.py", "any")]
    ['file:/ia/unpacked/8c01/agent.py', 'file:a.py', 'any']
    """
    path = spec.removeprefix(PREFIX)
    if path == spec or not path.startswith(f"{UNPACKED}/"):
        return spec
    return f"{PREFIX}{os.path.join(os.path.abspath(folder), path)}"  # noqa: PTH100, PTH118  # a text
