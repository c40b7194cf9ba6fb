"""Silences integer overflow in the kernel tests, as in compiled code."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _wrap_around_is_silent() -> Iterator[None]:
    with np.errstate(over="ignore"):
        yield
