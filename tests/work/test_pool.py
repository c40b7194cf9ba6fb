"""Workers in other processes: no more than asked for, and none with more than it can do."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from enraya.work import stream_jobs
from tests.work.jobs import process_of


def test_a_worker_that_is_quick_has_one_job_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    monkeypatch.setattr("enraya.work.pool._QUICK_SECONDS", 60.0)
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    with closing(stream_jobs(process_of, jobs(), workers=1)) as results:
        processes = [next(results)]
        assert taken == [0]
        processes.append(next(results))
        assert taken == [0, 1, 2]
        processes += results
    assert len(processes) == 20
    assert len(set(processes)) == 1
