"""`enraya export`: a trained model as source code."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.names import completing


def export(
    model: Annotated[
        str, typer.Argument(help="The file of a poly, or of a logistic(features=paper).")
    ],
    language: Annotated[
        str,
        typer.Option(
            "--to", help="lisp, python, c or java.", autocompletion=completing("exported")
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output if not given.")
    ] = None,
) -> None:
    """Write a fitted model as code: features from a board, their value, and the best column.

    The code needs nothing of enraya; its heading says how the features are ordered.

    Example: enraya export poly.npz --to lisp --out poly.lisp
    """
    from enraya.files import write_text
    from enraya.learn.export.source_code import source_code
    from enraya.models import load_model, model_path

    path = model_path(model)
    code = source_code(path.name, load_model(path), language)
    if out is None:
        print(code, end="")
    else:
        write_text(out, code)
        print(f"{out}: {len(code.splitlines())} lines of {language}")
