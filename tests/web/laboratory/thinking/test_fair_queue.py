"""Questions wait in turn, and too many are refused."""

import threading
from concurrent.futures import CancelledError

import pytest

from enraya.stopping import Stop
from enraya.web.laboratory.thinking.fair_queue import FairQueue, QueuedWork, WorkQueue
from enraya.web.server.limits import TooMany
from enraya.web.server.problems import TooBusy
from enraya.web.server.settings import Share
from enraya.web.server.visitor import Visitor


def visitor(session: str, address: str = "") -> Visitor:
    return Visitor(session, address or session, is_operator=False)


def job(client: str, number: int) -> QueuedWork[int]:
    return QueuedWork(lambda stop: number + stop.is_set, visitor(client))


def test_clients_are_served_in_turn() -> None:
    queue = FairQueue(Share(10, 100, 100, 0))
    for number in range(5):
        queue.put(job("greedy", number))
    queue.put(job("patient", 5))
    order = [queue.take().visitor.session for _ in range(6)]
    assert order.index("patient") == 1


def test_inventing_browsers_gains_an_address_nothing() -> None:
    queue = FairQueue(Share(10, 100, 100, 0))
    for number in range(20):
        queue.put(QueuedWork(lambda stop: stop.is_set, visitor(f"invented {number}", "greedy")))
    for session in ("one", "other"):
        queue.put(QueuedWork(lambda stop: stop.is_set, visitor(session, "patient")))
    order = [queue.take().visitor for _ in range(4)]
    assert [who.address for who in order] == ["greedy", "patient", "greedy", "patient"]
    assert [who.session for who in order[1::2]] == ["one", "other"]


def test_an_address_may_wait_with_so_many_questions_only() -> None:
    queue = FairQueue(Share(2, 3, 100, 0))
    for number in range(3):
        queue.put(QueuedWork(lambda stop: stop.is_set, visitor(f"invented {number}", "greedy")))
    with pytest.raises(TooMany, match="network address"):
        queue.put(QueuedWork(lambda stop: stop.is_set, visitor("another", "greedy")))
    queue.put(job("b", 0))


def test_one_client_may_wait_with_so_many_questions_only() -> None:
    queue = FairQueue(Share(2, 100, 100, 0))
    first = job("a", 0)
    queue.put(first)
    queue.put(job("a", 1))
    with pytest.raises(TooMany):
        queue.put(job("a", 2))
    queue.put(job("b", 3))
    queue.finish(first)
    queue.put(job("a", 4))
    with pytest.raises(TooMany):
        queue.put(job("a", 5))


def test_not_even_the_operator_waits_with_more() -> None:
    queue = FairQueue(Share(2, 2, 100, 0))
    operator = Visitor("a", "", is_operator=True)
    for _ in range(2):
        queue.put(QueuedWork(lambda stop: stop.is_set, operator))
    with pytest.raises(TooMany, match="this browser"):
        queue.put(QueuedWork(lambda stop: stop.is_set, operator))


def test_all_clients_together_may_wait_with_so_many_questions_only() -> None:
    queue = FairQueue(Share(2, 100, 2, 0))
    queue.put(job("a", 0))
    queue.put(job("b", 1))
    with pytest.raises(TooBusy):
        queue.put(job("c", 2))
    queue.take()
    queue.put(job("c", 2))
    with pytest.raises(TooBusy):
        queue.put(job("d", 3))


def test_a_question_that_is_withdrawn_in_the_queue_is_never_begun() -> None:
    queue = WorkQueue("test", 1, Share(10, 10, 10, 0))
    begun, release = threading.Event(), threading.Event()

    def wait(stop: Stop) -> None:
        del stop
        begun.set()
        release.wait(60)

    running: QueuedWork[None] = QueuedWork(wait, visitor("a"))
    withdrawn = job("b", 1)
    after = job("c", 2)
    for question in (running, withdrawn, after):
        queue.queue.put(question)
    assert begun.wait(60)
    withdrawn.cancel()
    release.set()
    assert after.future.result(60) == 2
    with pytest.raises(CancelledError):
        withdrawn.future.result(60)


def test_an_error_reaches_whoever_asked() -> None:
    queue = WorkQueue("test", 1, Share(10, 10, 10, 0))

    def fail(stop: Stop) -> None:
        raise ValueError(str(stop.is_set))

    failing: QueuedWork[None] = QueuedWork(fail, visitor("a"))
    queue.queue.put(failing)
    with pytest.raises(ValueError, match="False"):
        failing.future.result(60)
    fine = job("a", 3)
    queue.queue.put(fine)
    assert fine.future.result(60) == 3
