"""`enraya cache`: the scores that were kept because they took long to find."""

import json
from typing import Annotated

import typer

from enraya.cli.common.options import JsonOption
from enraya.errors import InvalidSetting
from enraya.solver.solved import MOST, SolvedPositions, remove_solved, solved_file


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Forget all of them.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show where scores that took long to find are kept, and how many.

    Example: enraya cache
    """
    if clear:
        remove_solved()
    solved = SolvedPositions()
    if not solved.is_open:
        raise InvalidSetting(
            f"{str(solved.path)!r} cannot be used; is it damaged? enraya cache --clear removes it"
        )
    facts = {"file": str(solved_file()), "positions": len(solved), "most": MOST}
    if as_json:
        print(json.dumps(facts))
    else:
        print(f"{facts['file']}: {facts['positions']:,} positions of at most {MOST:,}")
