"""Runs other people's programs in processes of their own, and limits what these may use."""

from dataclasses import dataclass

from enraya.limit import DEFAULT_RESERVE


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of an isolated agent, all enforced from outside it."""

    memory_mb: int = 1024
    """How many megabytes of memory it may use beyond what enraya itself takes."""
    output_bytes: int = 1_000_000
    """How much it may print in a whole game; the last lines are kept to explain a fault."""
    seconds: float = 60.0
    """How long a move may take if its limit has no seconds."""
    reserve_seconds: float = DEFAULT_RESERVE
    """The seconds by which all its moves together may exceed their limits, if no game keeps its
    clock."""
    load_seconds: float = 30.0
    """How long running the file and preparing the agent may take, before any game's clock."""
    processes: bool = False
    """Whether it may start processes, which end with it; never if only Landlock protects."""


DEFAULT_ALLOWANCE = Allowance()
