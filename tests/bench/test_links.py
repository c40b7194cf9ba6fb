"""The benchmark of games by link."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from enraya.bench.links import measure_links
from tests.web.laboratory.test_sudden_end import free_port


@pytest.mark.slow
def test_a_few_games_lose_no_move() -> None:
    with ThreadPoolExecutor() as pool:  # a browser test may have left its event loop in this thread
        row = pool.submit(measure_links, games=3, seconds=4, port=free_port()).result()
    assert row.errors == 0, row.first_error
    assert row.moves > 0
    assert row.lost == 0
    assert row.p99_ms >= row.median_ms > 0
    assert row.memory_end_mb > 0
