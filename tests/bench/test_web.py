"""The benchmark of the laboratory."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from enraya.bench.hostile import measure_hostile
from enraya.bench.web import measure_web
from tests.web.laboratory.test_sudden_end import free_port


@pytest.mark.slow
def test_a_few_visitors_are_all_answered() -> None:
    with ThreadPoolExecutor() as pool:  # a browser test may have left its event loop in this thread
        row = pool.submit(measure_web, clients=4, seconds=4, port=free_port()).result()
    assert row.errors == 0, row.first_error
    assert row.light_requests > 0
    assert row.light_answered == 1
    assert row.memory_end_mb > 0


@pytest.mark.slow
def test_hostile_visitors_touch_nothing_of_the_others() -> None:
    with ThreadPoolExecutor() as pool:
        row = pool.submit(measure_hostile, visitors=5, seconds=8, port=free_port()).result()
    assert row.server_errors == 0
    assert row.touched == 0, row.first_touched
    assert row.refused == 0, row.first_refusal
    assert row.requests > 0
    assert row.attacks > 0
