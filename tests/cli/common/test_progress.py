"""That kernels are being compiled is said."""

import io
from collections.abc import Callable
from typing import cast

from numba import njit
from rich.console import Console

from enraya.cli.common.progress import compiling_shown


def test_only_what_is_being_compiled_is_announced() -> None:
    double = cast(Callable[[int], int], njit(lambda number: 2 * number))
    screen = io.StringIO()
    with compiling_shown(Console(file=screen, force_terminal=True)):
        assert double(2) == 4
        assert "compiling kernels, once" in screen.getvalue()
        screen.truncate(0)
        assert double(3) == 6
    assert "compiling" not in screen.getvalue()
