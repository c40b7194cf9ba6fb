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


def job(session: str, number: int = 0, address: str = "") -> QueuedWork[int]:
    visitor = Visitor(session, address or session, is_operator=False)
    return QueuedWork(lambda stop: number + stop.is_set, visitor)


def test_clients_are_served_in_turn() -> None:
    queue = FairQueue(Share(10, 100, 100, 0))
    for session in ("greedy",) * 5 + ("patient",):
        queue.put(job(session))
    order = [queue.take().visitor.session for _ in range(6)]
    assert order.index("patient") == 1


def test_inventing_sessions_does_not_speed_up_an_address() -> None:
    queue = FairQueue(Share(10, 100, 100, 0))
    for number in range(20):
        queue.put(job(f"invented {number}", address="greedy"))
    for session in ("one", "other"):
        queue.put(job(session, address="patient"))
    order = [queue.take().visitor for _ in range(4)]
    assert [who.address for who in order] == ["greedy", "patient", "greedy", "patient"]
    assert [who.session for who in order[1::2]] == ["one", "other"]


OPERATOR = QueuedWork(lambda stop: int(stop.is_set), Visitor("a", "", is_operator=True))


@pytest.mark.parametrize(
    ("share", "waiting", "limit"),
    [
        (Share(2, 3, 100, 0), [job(f"invented {n}", address="a") for n in range(4)], "address"),
        (Share(2, 100, 100, 0), [job("a") for _ in range(3)], "this browser"),
        (Share(2, 2, 100, 0), [OPERATOR] * 3, "this browser"),
    ],
    ids=["an address", "a browser", "the operator"],
)
def test_a_limited_number_of_questions_may_wait(
    share: Share, waiting: list[QueuedWork[int]], limit: str
) -> None:
    queue, (first, *others, last) = FairQueue(share), waiting
    for question in (first, *others):
        queue.put(question)
    with pytest.raises(TooMany, match=limit):
        queue.put(last)
    queue.put(job("b"))
    queue.finish(first)
    queue.put(last)
    with pytest.raises(TooMany):
        queue.put(last)


def test_the_whole_queue_has_a_limit() -> None:
    queue = FairQueue(Share(2, 100, 2, 0))
    queue.put(job("a"))
    queue.put(job("b"))
    for _ in range(2):
        with pytest.raises(TooBusy):
            queue.put(job("c"))
        queue.take()
        queue.put(job("c"))


def test_a_question_withdrawn_while_queued_is_never_started() -> None:
    queue = WorkQueue("test", 1, Share(10, 10, 10, 0))
    begun, release = threading.Event(), threading.Event()

    def wait(stop: Stop) -> None:
        del stop
        begun.set()
        release.wait(60)

    running: QueuedWork[None] = QueuedWork(wait, job("a").visitor)
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


def test_an_error_reaches_the_client_that_asked() -> None:
    queue = WorkQueue("test", 1, Share(10, 10, 10, 0))

    def fail(stop: Stop) -> None:
        raise ValueError(str(stop.is_set))

    failing: QueuedWork[None] = QueuedWork(fail, job("a").visitor)
    queue.queue.put(failing)
    with pytest.raises(ValueError, match="False"):
        failing.future.result(60)
    fine = job("a", 3)
    queue.queue.put(fine)
    assert fine.future.result(60) == 3
