"""The benchmark of the laboratory."""

import pytest

from enraya.bench.web import measure_web
from tests.web.test_sudden_end import free_port


@pytest.mark.slow
def test_a_few_visitors_are_all_answered() -> None:
    row = measure_web(clients=4, seconds=4, port=free_port())
    assert row.errors == 0, row.first_error
    assert row.light_requests > 0
    assert row.light_answered == 1
    assert row.memory_end_mb > 0
