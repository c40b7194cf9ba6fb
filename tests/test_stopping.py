"""Searches that are stopped from outside."""

import signal
import threading
from collections.abc import Callable, Iterator
from time import perf_counter

import pytest

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.solver import Solver
from enraya.stopping import Stop, ctrl_c_delayed, stoppable, stopped_by

LONG = Limit(seconds=600)


def stopped_soon(think: Callable[[], object]) -> float:
    """The seconds after which thinking ends when it is stopped after a tenth of one."""
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    started = perf_counter()
    timer.start()
    with stoppable(stop):
        think()
    timer.join()
    return perf_counter() - started


@pytest.mark.parametrize(
    "agent", ["search", "mcts(iterations=1000000000)", "alphabeta(depth=40)", "perfect"]
)
def test_a_stopped_agent_still_plays_a_legal_move(agent: str) -> None:
    position = Position.start("classic(columns=8, rows=8)")
    moves = []
    seconds = stopped_soon(lambda: moves.append(parse_agent(agent, 1).choose(position, LONG).move))
    assert moves[0] in position.legal_moves
    assert seconds < LONG.seconds  # type: ignore[operator]


def test_a_stopped_solver_returns_its_proved_bounds() -> None:
    position = Position.start("classic(columns=8, rows=8)")
    solutions = []
    stopped_soon(lambda: solutions.append(Solver(table_mb=8).solve(position, limit=LONG)))
    assert solutions[0].score is None


def test_work_started_after_the_stop_ends_at_once() -> None:
    stop, heard = Stop(), []
    stop.set()
    with stoppable(stop), stopped_by(lambda: heard.append(1)):
        assert heard == [1]


def test_stopping_finished_work_does_nothing() -> None:
    stop, heard = Stop(), []
    with stoppable(stop), stopped_by(lambda: heard.append(1)):
        pass
    stop.set()
    assert heard == []


def test_stopping_one_thread_does_not_stop_another() -> None:
    stop, heard = Stop(), []

    def other() -> None:
        with stopped_by(lambda: heard.append(1)):
            stop.set()

    with stoppable(stop):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert heard == []


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a terminal; what runs in the background may be told to ignore it."""
    earlier = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, earlier)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_takes_effect_when_the_work_is_done() -> None:
    done = []

    def work() -> None:
        with ctrl_c_delayed():
            signal.raise_signal(signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("ctrl_c")
def test_a_custom_handler_of_ctrl_c_stays_in_place() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    with ctrl_c_delayed():
        signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]


def test_delaying_ctrl_c_is_harmless_on_other_threads() -> None:
    done = []

    def work() -> None:
        with ctrl_c_delayed():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]
