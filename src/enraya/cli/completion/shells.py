"""The four shells: how each asks for completions, and how it wants them."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from enraya.cli.completion.completing import Candidate, candidates

VARIABLE = "_ENRAYA_COMPLETE"
"""Set by a shell's script to the name of the shell; the arguments are then the words so far."""
WORDS = "_ENRAYA_WORDS"
"""The words, one on a line, from a shell that cannot give empty arguments."""

_BASH = r"""
_enraya() {
    local IFS=$'\n'
    COMPREPLY=($(_ENRAYA_COMPLETE=bash "$1" "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null))
    compopt -o filenames 2>/dev/null
    case "${COMPREPLY[0]}" in *[\(:=/]) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _enraya enraya
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
        if [[ $word == *[\(:=/] ]]; then
            open+=("$word") shown_open+=("$about")
        else
            whole+=("$word") shown_whole+=("$about")
        fi
    done
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
    command $words[1] $words[2..-1] (commandline -ct) 2>/dev/null
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
_QUOTED_IN_POWERSHELL = set(" ()'\"`$,;{}&|<>@#")


class Shell(NamedTuple):
    """A shell that completes."""

    script: str
    """What it runs once, at its start."""
    answer: Callable[[Sequence[str]], list[str]]
    """The lines that its script wants for the words so far."""


def answer(shell: str, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """What a shell's script gets to read; nothing for a shell that is not known."""
    given = environment[WORDS].split("\n") if WORDS in environment else list(arguments)
    lines = SHELLS[shell].answer(given) if shell in SHELLS else []
    return "".join(f"{line}\n" for line in lines)


def unquoted(word: str) -> str:
    r"""A word as a program gets it, of which the last quote may be still open.

    >>> unquoted(r"level\("), unquoted('"level('), unquoted("'a b'")
    ('level(', 'level(', 'a b')
    """
    return split_line(word)[-1]


def split_line(line: str) -> list[str]:
    r"""The words of a line that may be incomplete, the last one perhaps empty.

    >>> split_line(r"enraya play --first lev"), split_line("enraya 'play ")
    (['enraya', 'play', '--first', 'lev'], ['enraya', 'play '])
    >>> split_line("enraya "), split_line("enraya  play")
    (['enraya', ''], ['enraya', 'play'])
    """
    words, quote, is_escaped = [""], "", False
    for character in line:
        if is_escaped:
            words[-1] += character
            is_escaped = False
        elif character == "\\" and quote != "'":
            is_escaped = True
        elif character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
        elif not quote and character.isspace():
            words += [""] if words[-1] or len(words) == 1 else []
        else:
            words[-1] += character
    return words


def _bash(given: Sequence[str]) -> list[str]:
    """Whole words, without what stands before the part that bash will replace."""
    line, part = given
    words = split_line(line)[1:]
    whole, replaced = words[-1] if words else "", unquoted(part)
    kept = len(whole) - len(replaced) if whole.endswith(replaced) else 0
    return [one.word[kept:] for one in candidates(words)]


def _described(given: Sequence[str]) -> list[str]:
    words = [*given[:-1], unquoted(given[-1])] if given else [""]
    return [f"{one.word}\t{one.help}" for one in candidates(words)]


def _powershell(given: Sequence[str]) -> list[str]:
    words = [unquoted(word) for word in given]
    return [f"{_quoted(one)}\t{one.word}\t{one.help}" for one in candidates(words)]


def _quoted(candidate: Candidate) -> str:
    if not _QUOTED_IN_POWERSHELL.intersection(candidate.word):
        return candidate.word
    return "'" + candidate.word.replace("'", "''") + ("" if candidate.is_open else "'")


SHELLS = {
    "bash": Shell(_BASH, _bash),
    "zsh": Shell(_ZSH, _described),
    "fish": Shell(_FISH, _described),
    "powershell": Shell(_POWERSHELL, _powershell),
}
"""By the name that ``--install-completion`` takes."""


def is_asked() -> bool:
    """Whether a shell runs us for completions."""
    return VARIABLE in os.environ


def complete() -> None:
    """Prints the completions that a shell asks for."""
    print(answer(os.environ[VARIABLE], sys.argv[1:], os.environ), end="")
