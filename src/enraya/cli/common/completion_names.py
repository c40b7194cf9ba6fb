"""Names that the Tab key completes.

A shell runs enraya for every Tab, and loading the agents to ask for their names would take seconds.
So the names are repeated here; a test compares them with the registries they come from.
"""

from functools import partial
from typing import Any

VARIABLE = "_ENRAYA_COMPLETE"
"""The environment variable in which a shell's script gives the name of the shell.

The arguments are then the words of the command line so far.
"""
_AGENTS = (
    "random", "human", "greedy", "minimax", "alphabeta", "search", "mcts", "genes(", "script(",
    "perfect", "learned(", *(f"level({level})" for level in range(1, 11)), "Madrid-1",
    "Madrid-2", "Madrid-3", "Jugador-Bueno", "Poda_AlfaBeta", "ValoracionTest", "ninja(1)",
    "ninja(2)", "ninja(3)", "Porto-Minimax", "Porto-AlphaBeta", "Porto-MCTS(visits)",
    "Porto-MCTS(uct)", "Costa-Rica", "QMatic(8)", "Profe(8)", "Aleatori",
)  # fmt: skip
_SHELLS = ("bash", "zsh", "fish", "powershell")
NAMES: dict[str, tuple[str, ...]] = {
    "agent": _AGENTS,
    "agents": _AGENTS,
    "engine": ("serial", "processes", "ray"),
    "first": _AGENTS,
    "heuristic": (
        "uam-h0", "uam-h1", "uam-h2", "uam-h3", "uam-evenodd", "uam-lines", "ugr-centre",
        "ugr-groups", "rivest", "qmatic", "qmatic-plus", "threats",
    ),
    "install_completion": _SHELLS,
    "kind": ("match", "sprt", "round-robin", "gauntlet", "knockout", "swiss"),
    "lang": ("en", "es", "pt", "ca"),
    "language": ("lisp", "python", "c", "java"),
    "level": tuple(str(level) for level in range(1, 11)),
    "model": ("poly", "logistic", "forest", "boosting", "mlp", "tables", "ntuple"),
    "preset": ("seeds", "8x8", "boom"),
    "rules": ("classic", "boom", "desconecta", "classic(columns=8, rows=8)"),
    "second": _AGENTS,
    "show_completion": _SHELLS,
    "stats": ("first", "second", "both"),
}  # fmt: skip
"""The values that options and arguments of these names take, in every command.

A name that ends with a parenthesis needs parameters.
"""


def completed(parameters: list[Any]) -> list[Any]:
    """Lets Tab complete the values of those parameters that `NAMES` lists; returns all of them."""
    for parameter in parameters:
        if parameter.name in NAMES:
            parameter.shell_complete = partial(_beginning_with, NAMES[parameter.name])
    return parameters


def _beginning_with(names: tuple[str, ...], _ctx: Any, incomplete: str) -> list[Any]:
    from typer._click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
