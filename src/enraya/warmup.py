"""Compiling every kernel ahead of time, so that no game ever waits for a compiler."""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from llvmlite.binding import get_host_cpu_name

from enraya.agents import Limit, parse_agent
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.duel import Duel, play_duel
from enraya.game.counting import count_lines
from enraya.game.position import Position
from enraya.heuristics import HEURISTICS, named_heuristic
from enraya.kernels import cache_directory
from enraya.kernels.core.compile import word
from enraya.kernels.games.perft import successors
from enraya.kernels.games.playouts import playouts
from enraya.kernels.games.replay import position_keys
from enraya.kernels.heuristics.evaluator import EVALUATE, VALUE_BOARDS, prepared, value_boards
from enraya.kernels.models.network import network_value, network_values
from enraya.kernels.models.ntuple import tables_value
from enraya.kernels.models.polynomial import polynomial_value
from enraya.kernels.models.trees import tree_value, tree_values
from enraya.learn.data.dataset import boards_after, keys_of
from enraya.learn.training.ntuple import NtupleSettings, train_ntuple
from enraya.learn.training.tables import FittedTables
from enraya.models import read_heuristic
from enraya.models.features import our_matrix, paper_matrix
from enraya.platform import lower_priority
from enraya.rules import parse_rules
from enraya.solver import Solver, analyse
from enraya.solver.book import Book
from enraya.solver.reachable_positions import layers
from enraya.work import stream_jobs


def _warm_playouts() -> None:
    start = Position.start()
    results, lengths = np.empty(1, dtype=np.int8), np.empty(1, dtype=np.int32)
    rules, board = start.rules, start.kernel_board
    playouts(rules.numbers, rules.kernel_geometry, board, word(0), 0, results, lengths)


def _warm_solver() -> None:
    beyond_the_book = Position.parse("44333342552")
    solver = Solver(table_mb=4)
    solver.solve(beyond_the_book)
    solver.solve(beyond_the_book, limit=Limit(seconds=0))
    solver.solve_many([beyond_the_book])
    by_the_book = Position.start()
    solver.solve(by_the_book)
    analyse(solver, by_the_book)
    large = Position.start("classic(columns=8, rows=8)")  # its words have their highest bit set
    solver.solve(large, limit=Limit(nodes=1))


def _warm_books() -> None:
    *_, last = layers(parse_rules("classic(columns=4, rows=4)"), 4)
    book = Book.of_scores(last.rules, last.plies, last.keys, last.scores)
    book.scores_of(last.movers, last.occupied)


def _warm_counting() -> None:
    start = Position.start()
    count_lines(start, 2)
    boards = np.zeros((4, 7), dtype=np.uint64)
    rules = start.rules
    successors(rules.numbers, rules.kernel_geometry, boards[0][:1], boards[1][:1], 0, *boards[2:])


def _warm_heuristics() -> None:
    for name in HEURISTICS:
        named_heuristic(name).evaluate(Position.start(), 1)


def _warm_agents() -> None:
    start = Position.start()
    for text in (
        "alphabeta(depth=1)",
        "search(depth=1)",
        "mcts(iterations=2, reuse=true)",
        "genes(1, 1, 1, 1)",
    ):
        agent = parse_agent(text, 0)
        for position in (start, start.play(1)):
            agent.choose(position, Limit())


def _warm_statistics() -> None:
    rules, places = Position.start().rules, np.array([1], dtype=np.int64)
    moves, keys = np.array([3], dtype=np.uint8), np.empty(0, dtype=np.uint64)
    position_keys(rules.numbers, rules.kernel_geometry, moves, places, places, keys)


def _warm_evolution() -> None:
    evolve_genes(GeneSettings(population=4, generations=1))
    play_duel(Duel("threats", "rivest", 1, ["4"]))


def _warm_learning() -> None:
    with TemporaryDirectory() as folder:
        out = Path(folder) / "model.npz"
        train_ntuple(out, NtupleSettings(games=1, rules="classic(columns=4, rows=4)"))
        start = Position.start(parse_rules("classic(columns=4, rows=4)"))
        read_heuristic(str(out)).evaluate(start, 1)


def _warm_models() -> None:
    for evaluator in (tree_value, network_value, polynomial_value, tables_value):
        prepared(evaluator, EVALUATE)
    prepared(value_boards, VALUE_BOARDS)
    for predict in (tree_values, network_values):  # of no rows, which needs no model
        predict(np.zeros(1, dtype=np.float32), np.empty((0, 1)), np.empty(0))
    boards = boards_after(["4"])
    keys_of(*boards)
    paper_matrix(*boards)
    our_matrix(*boards)
    FittedTables(rounds=1).fit(np.column_stack(boards), np.zeros(1), lambda *_: None, None)


def _warm_guided_search() -> None:
    for text in ("mcts(iterations=2, eval=threats)", "mcts(iterations=2, eval=learned(ntuple))"):
        parse_agent(text, 0).choose(Position.start(), Limit())


STEPS: dict[str, Callable[[], None]] = {
    "solver": _warm_solver,
    "random games": _warm_playouts,
    "heuristics": _warm_heuristics,
    "agents": _warm_agents,
    "models": _warm_models,
    "guided search": _warm_guided_search,
    "statistics": _warm_statistics,
    "evolution": _warm_evolution,
    "learning": _warm_learning,
    "counting": _warm_counting,
    "opening books": _warm_books,
}
"""The steps of `enraya warmup` by the names it shows, in the order in which users need them."""


def _mark() -> Path:
    """The file that exists once all these steps are done for this processor."""
    steps = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
    return cache_directory() / f"complete-{steps}-{get_host_cpu_name()}"


def is_complete() -> bool:
    """Whether every kernel has been compiled for this machine and kept.

    False if NUMBA_CACHE_DIR is set, because that folder may hold kernels of other sources.
    """
    return not os.environ.get("NUMBA_CACHE_DIR") and _mark().exists()


def compile_all(
    steps: Mapping[str, Callable[[], None]] = STEPS, *, engine: str = "processes"
) -> Iterator[str]:
    """Compiles the steps, several at once if there are several cores.

    Yields the name of each step, in the order of the steps: when it and all before it are done.

    Args:
        steps: what to compile.
        engine: one of `enraya.work.ENGINES`; for other processes, a step must be a function of
            a module.
    """
    done: set[str] = set()
    waiting = list(steps)
    for name in stream_jobs(_compile, list(steps.items()), engine=engine):
        done.add(name)
        while waiting and waiting[0] in done:
            yield waiting.pop(0)
    _mark().parent.mkdir(parents=True, exist_ok=True)
    _mark().touch()


def _compile(step: tuple[str, Callable[[], None]]) -> str:
    name, warm = step
    warm()
    return name


if __name__ == "__main__":  # started by a laboratory, which counts the lines
    lower_priority(5)
    for step in compile_all():
        print(step, flush=True)
