"""Everything that `enraya bench fuzz` tries, in one list."""

from collections.abc import Sequence

from enraya.bench.fuzz.commands import Run, Shape, command_target
from enraya.bench.fuzz.harness import Target
from enraya.bench.fuzz.kept_files import FILE_TARGETS
from enraya.bench.fuzz.lines import LINE_TARGETS
from enraya.bench.fuzz.model_files import models


def all_targets(shapes: Sequence[Shape], run_command: Run) -> dict[str, Target]:
    """The targets by name; commands are given by the command line itself.

    Args:
        shapes: what each command takes.
        run_command: runs one in this process.
    """
    found = (*LINE_TARGETS, models, *FILE_TARGETS, command_target(shapes, run_command))
    return {target.name: target for target in found}
