"""Completion of command lines in bash, zsh, fish and PowerShell.

Click finds the completions. The shells' scripts are our own, because each shell has its own way to
quote ``level(3)``; where there are no completions, the shells offer files.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import typer

from enraya.cli.common.completion_names import VARIABLE
from enraya.errors import EnrayaError, InvalidSetting, UnknownName
from enraya.files import write_text

WORDS = "_ENRAYA_WORDS"
"""The environment variable with the words, one per line, if a shell cannot pass empty arguments."""

_BASH = r"""
_enraya() {
    local IFS=$'\n'
    COMPREPLY=($(_ENRAYA_COMPLETE=bash "$1" "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null))
    compopt -o filenames 2>/dev/null
    case "${COMPREPLY[0]}" in *\() compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _enraya enraya
"""
_ZSH = r"""#compdef enraya
_enraya() {
    local line word about
    local -a whole open shown_whole shown_open
    for line in "${(@f)$(_ENRAYA_COMPLETE=zsh $words[1] "${(@Q)words[2,CURRENT-1]}" \
            "${(Q)PREFIX}" 2>/dev/null)}"; do
        word=${line%%$'\t'*} about=${line#*$'\t'}
        [[ -n $word ]] || continue
        [[ -n $about ]] && about="$word  -- $about" || about=$word
        about=${about[1,COLUMNS-1]}
        if [[ $word == *\( ]]; then
            open+=("$word") shown_open+=("$about")
        else
            whole+=("$word") shown_whole+=("$about")
        fi
    done
    (( $#whole + $#open )) || { _files; return }
    compadd -l -V enraya -d shown_whole -a whole
    compadd -l -V enraya -S '' -d shown_open -a open
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
if [[ $funcstack[1] == _enraya ]]; then _enraya "$@"; else compdef _enraya enraya; fi
"""
_FISH = r"""
function __enraya_complete
    set -l words (commandline -opc)
    set -lx _ENRAYA_COMPLETE fish
    set -l found (command $words[1] $words[2..-1] (commandline -ct) 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c enraya -f -a '(__enraya_complete)'
"""
_POWERSHELL = r"""
Register-ArgumentCompleter -Native -CommandName enraya -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    $env:_ENRAYA_COMPLETE = 'powershell'
    $env:_ENRAYA_WORDS = ($words + $wordToComplete) -join "`n"
    try {
        & $commandAst.CommandElements[0].Extent.Text 2>$null | ForEach-Object {
            $text, $shown, $about = $_ -split "`t"
            [System.Management.Automation.CompletionResult]::new(
                $text, $shown, 'ParameterValue', $(if ($about) { $about } else { $shown }))
        }
    } finally { Remove-Item Env:_ENRAYA_COMPLETE, Env:_ENRAYA_WORDS }
}
"""
SHELLS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH, "powershell": _POWERSHELL}
"""The script that each shell runs once, when it starts."""
_START_FILES = {"bash": ".bashrc", "zsh": ".zshrc"}
_POWERSHELLS = ("pwsh", "powershell")
_QUOTED_IN_POWERSHELL = set(" ()'\"`$,;{}&|<>@#")


class Candidate(NamedTuple):
    """A completion: a word that may come next on the command line, and its help."""

    word: str
    help: str = ""


def complete(app: typer.Typer) -> None:
    """Prints the completions a shell asks for.

    Libraries are replaced by empty stand-ins, so the process must end afterwards.
    """
    sys.meta_path.insert(0, _NoLibraries())
    for line in answer(app, os.environ[VARIABLE], sys.argv[1:], os.environ):
        print(line)


def answer(
    app: typer.Typer, shell: str, arguments: Sequence[str], environment: Mapping[str, str]
) -> Iterator[str]:
    """The completions as lines for the shell's script; none for an unknown shell."""
    if shell == "bash":
        line, part = arguments
        words, replaced = split_line(line)[1:], split_line(part)[-1]
        whole = words[-1] if words else ""
        kept = len(whole) - len(replaced) if whole.endswith(replaced) else 0
        # Bash breaks words at = and :, and Click gives what follows an option's = without it.
        kept = 0 if whole.startswith("--") and "=" in whole else kept
        for found in candidates(app, words):
            yield found.word[kept:]
    elif shell in SHELLS:
        given = environment[WORDS].split("\n") if WORDS in environment else arguments
        for found in candidates(app, [split_line(word)[-1] for word in given]):
            quoted = [_quoted_for_powershell(found.word)] if shell == "powershell" else []
            yield "\t".join([*quoted, *found])


def candidates(app: typer.Typer, words: Sequence[str]) -> list[Candidate]:
    """The completions that Click finds for the last word, which is incomplete."""
    from typer._completion_classes import (
        FishComplete,
    )  # any shell's class: they differ only in printing

    asked = FishComplete(typer.main.get_command(app), {}, "enraya", VARIABLE)
    *before, word = words or [""]
    with suppress(EnrayaError):  # the words before are wrong, so nothing can follow
        found = asked.get_completions(before, word)
        return [
            Candidate(one.value, _first_sentence(one.help)) for one in found if one.type == "plain"
        ]
    return []


def split_line(line: str) -> list[str]:
    r"""The words of an unfinished command line; after a space the last one is empty.

    >>> split_line(r"enraya play --first level\(1"), split_line("enraya 'play ")
    (['enraya', 'play', '--first', 'level(1'], ['enraya', 'play '])
    >>> split_line("enraya "), split_line("")
    (['enraya', ''], [''])
    """
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words += lexer
    except ValueError:  # a quote is still open
        return [*words, lexer.token]
    return [*words, ""] if not line or line[-1].isspace() else words


def _first_sentence(text: str | None) -> str:
    first = (text or "").strip().partition("\n\n")[0]
    return " ".join(first.split()).partition(". ")[0].rstrip(".")


def _quoted_for_powershell(word: str) -> str:
    if not _QUOTED_IN_POWERSHELL.intersection(word):
        return word
    return "'" + word.replace("'", "''") + ("" if word.endswith("(") else "'")


class _NoLibraries(MetaPathFinder, Loader):
    """Replaces every import from outside the command line by an `_Absent` module.

    Completion needs only the names and options of commands; their imports take seconds.
    """

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """The stand-in's spec; None for modules of Python, of typer and of the command line."""
        package = name.partition(".")[0]
        is_ours = name.startswith(("enraya.cli", "enraya.errors"))
        if package in sys.stdlib_module_names or package == "typer" or is_ours:
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """A stand-in for the module."""
        return _Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Does nothing: a stand-in has no code."""


class _Absent(ModuleType):
    """A stand-in for a module or anything in it; whatever is done with it gives a stand-in."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(name)

    def __call__(self, *_: object, **__: object) -> Any:
        return self

    __getitem__ = __or__ = __ror__ = __add__ = __radd__ = __mul__ = __call__

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __format__(self, _: str) -> str:
        return ""


def script_of(shell: str) -> str:
    """The script that a shell runs to complete our command lines.

    Raises:
        UnknownName: for a shell that enraya does not know.
    """
    if shell not in SHELLS:
        raise UnknownName("shell", shell, SHELLS)
    return SHELLS[shell]


def install(shell: str) -> tuple[Path, Path | None]:
    """Writes a shell's completion script and makes the shell read it; returns both files.

    The first is the script; the second is the shell's start file, in which a line now reads the
    script, or None for fish, which needs no such line.

    Raises:
        UnknownName: for a shell that enraya does not know.
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
    path = path.resolve()  # a start file is often a symbolic link
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
