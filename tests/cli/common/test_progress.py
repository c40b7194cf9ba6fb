"""The message shown while kernels are compiled."""

from collections.abc import Callable
from typing import cast

import pytest
from numba import njit

from enraya.cli.common.progress import compiling_shown
from tests.cli.running import Stream


def test_compilation_is_announced_only_when_it_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    double = cast(Callable[[int], int], njit(lambda number: 2 * number))
    screen = Stream()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with compiling_shown():
        assert double(2) == 4
        assert "compiling kernels, once" in screen.getvalue()
        screen.truncate(0)
        assert double(3) == 6
    assert "compiling" not in screen.getvalue()
