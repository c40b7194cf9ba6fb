"""Options that several benchmarks share."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.solver.position_sets import SETS, ScoredPosition, load_file, load_set

AgentsOption = Annotated[
    list[str] | None, typer.Option("--agent", help="Only this agent; may be given several times.")
]
SetsOption = Annotated[
    list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")
]
FilesOption = Annotated[
    list[Path] | None,
    typer.Option("--positions", help="A file of lines MOVES SCORE instead of the sets."),
]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the random positions.")]
RunsOption = Annotated[int, typer.Option(min=1, help="How often to measure; the median counts.")]


def chosen_positions(
    names: list[str] | None, files: list[Path] | None
) -> dict[str, list[ScoredPosition]]:
    """The positions of the files, or of the sets of these names, or of all sets."""
    if files:
        return {file.stem: load_file(file) for file in files}
    return {name: load_set(name) for name in names or SETS}
