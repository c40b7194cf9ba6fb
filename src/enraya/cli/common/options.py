"""Options that commands of every kind share."""

from typing import Annotated

import typer

from enraya.cli.common.names import completing

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
EngineOption = Annotated[
    str, typer.Option(help="serial, processes or ray.", autocompletion=completing("engine"))
]
WorkersOption = Annotated[int | None, typer.Option(min=1, help="All cores if not given.")]
GameEngineOption = Annotated[
    str,
    typer.Option(
        help="Where games are played: serial, processes or ray.",
        autocompletion=completing("engine"),
    ),
]
GameWorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Games at once; one per core by default.")
]
PlayerOption = Annotated[
    int | None,
    typer.Option("--for", min=1, max=2, help="For this player; the one to move if not given."),
]
