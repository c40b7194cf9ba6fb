"""Putting a shell's script where the shell finds it at its start."""

import os
import shutil
import subprocess
from pathlib import Path

from enraya.cli.completion.shells import SHELLS
from enraya.errors import InvalidSetting, UnknownName
from enraya.files import write_text

_START_FILES = {"bash": ".bashrc", "zsh": ".zshrc"}
_POWERSHELLS = ("pwsh", "powershell")


def script_of(shell: str) -> str:
    """What a shell runs to complete our command lines.

    Raises:
        UnknownName: for a shell that we do not know.
    """
    if shell not in SHELLS:
        raise UnknownName("shell", shell, SHELLS)
    return SHELLS[shell].script


def install(shell: str) -> tuple[Path, Path | None]:
    """Keeps a shell's script and lets the shell read it; returns both files.

    The second is the one in which a line was added that reads the first; fish needs none.

    Raises:
        UnknownName: for a shell that we do not know.
        InvalidSetting: when one of the files cannot be written.
    """
    script = script_of(shell)
    if shell == "fish":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        return _written(config / "fish" / "completions" / "enraya.fish", script), None
    from platformdirs import user_data_path

    suffix = "ps1" if shell == "powershell" else shell
    kept = _written(user_data_path("enraya") / f"completion.{suffix}", script)
    start = _profile() if shell == "powershell" else Path.home() / _START_FILES[shell]
    line = f". '{kept}'"
    before = start.read_text() if start.is_file() else ""
    if line not in before.splitlines():
        gap = "" if not before or before.endswith("\n") else "\n"
        _written(start, f"{before}{gap}{line}\n")
    return kept, start


def _written(path: Path, content: str) -> Path:
    path = path.resolve()  # a start file is often a link to one that is kept elsewhere
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"cannot create {str(path.parent)!r}: {error.strerror}") from None
    write_text(path, content)
    return path


def _profile() -> Path:
    """The file that PowerShell runs at its start."""
    program = next(filter(None, map(shutil.which, _POWERSHELLS)), None)
    if program is None:
        raise InvalidSetting("there is no PowerShell here; --show-completion prints its script")
    command = [program, "-NoProfile", "-Command", "Write-Output $PROFILE"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return Path(found.stdout.strip())
