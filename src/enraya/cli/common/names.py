"""Names that the Tab key completes.

A shell runs enraya for every Tab, and loading the agents to ask for their names would take seconds.
So they stand here, and a test compares them with the registries they come from.
"""

from collections.abc import Callable

VARIABLE = "_ENRAYA_COMPLETE"
"""Set by a shell's script to the name of the shell; the arguments are then the words so far."""
NAMES: dict[str, tuple[str, ...]] = {
    "agent": (
        "random", "human", "greedy", "minimax", "alphabeta", "search", "mcts", "genes(", "script(",
        "perfect", "learned(", *(f"level({level})" for level in range(1, 11)), "Madrid-1",
        "Madrid-2", "Madrid-3", "Jugador-Bueno", "Poda_AlfaBeta", "ValoracionTest", "ninja(1)",
        "ninja(2)", "ninja(3)", "Porto-Minimax", "Porto-AlphaBeta", "Porto-MCTS(visits)",
        "Porto-MCTS(uct)", "Costa-Rica", "QMatic(8)", "Profe(8)", "Aleatori",
    ),
    "engine": ("serial", "processes", "ray"),
    "exported": ("lisp", "python", "c", "java"),
    "heuristic": (
        "uam-h0", "uam-h1", "uam-h2", "uam-h3", "uam-evenodd", "uam-lines", "ugr-centre",
        "ugr-groups", "rivest", "qmatic", "qmatic-plus", "threats",
    ),
    "kind": ("match", "sprt", "round-robin", "gauntlet", "knockout", "swiss"),
    "language": ("en", "es", "pt", "ca"),
    "learner": ("poly", "logistic", "forest", "boosting", "mlp", "tables", "ntuple"),
    "level": tuple(str(level) for level in range(1, 11)),
    "preset": ("seeds", "8x8", "boom"),
    "rules": ("classic", "boom", "desconecta", "classic(columns=8, rows=8)"),
    "shell": ("bash", "zsh", "fish", "powershell"),
    "side": ("first", "second", "both"),
}  # fmt: skip
"""By what they name. A name that ends with a parenthesis needs parameters."""


def completing(kind: str) -> Callable[[], list[str]]:
    """The names of a kind, as typer asks for the values of an option or an argument."""
    return lambda: list(NAMES[kind])
