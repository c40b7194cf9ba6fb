"""Exact scores: against a slow twin and each other, with any table, threads and limits."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya import InvalidSetting, Position
from enraya.errors import NotSolved
from enraya.game.playthrough import random_undecided
from enraya.limit import Limit
from enraya.rules.classic import classic
from enraya.solver import Solver, analyse
from enraya.solver.score import win_score
from enraya.solver.solved import SolvedPositions
from enraya.solver.table import MIDDLE_WORDS_LOG2, MIN_TABLE_MB, PositionTable, key_fits
from tests.processes import hear_ctrl_c
from tests.solver.twin import exact_score, late_position

SIZES = [(4, 4), (5, 4), (4, 5), (5, 5), (6, 5), (5, 6), (6, 6), (7, 6), (6, 7), (7, 7), (8, 7)]
WIDE_SIZES = [(8, 8), (9, 7), (10, 6), (12, 5), (16, 4), (4, 16)]
SOLVER = Solver(table_mb=16, threads=1, book=None)


@st.composite
def late_positions(draw: st.DrawFn, sizes: list[tuple[int, int]], free: int) -> Position:
    """Positions that are not over, with at most ``free`` empty cells."""
    rules = classic(*draw(st.sampled_from(sizes)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return late_position(rules, rng, draw(st.integers(1, free)))


@settings(max_examples=150)
@given(late_positions(SIZES + WIDE_SIZES, 8))
def test_scores_of_late_positions_agree_with_brute_force(position: Position) -> None:
    assert SOLVER.solve(position).score == exact_score(position)


@pytest.mark.slow
def test_every_early_position_of_the_smallest_board_is_exact() -> None:
    memory: dict[Position, int] = {}
    start = Position.start(classic(4, 4))
    exact_score(start, memory)
    checked = [position for position in memory if position.plies in (0, 1, 4, 7)]
    solutions = SOLVER.solve_many(checked)
    assert [s.score for s in solutions] == [memory[position] for position in checked]


@settings(max_examples=60)
@given(late_positions([(4, 4), (5, 4), (6, 5), (7, 6), (8, 7), (8, 8), (9, 7)], 20))
def test_the_score_of_a_position_is_that_of_its_best_move(position: Position) -> None:
    scores = []
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over:
            won = child.result == position.mover
            scores.append(win_score(position.plies, position.rules.cells) if won else 0)
        else:
            scores.append(-SOLVER.solve(child).exact())
    assert SOLVER.solve(position).score == max(scores)


@settings(max_examples=40)
@given(late_positions([(6, 6), (7, 6), (7, 7), (8, 8)], 22))
def test_mirror_images_have_the_same_score(position: Position) -> None:
    assert SOLVER.solve(position).score == SOLVER.solve(position.mirror()).score


KNOWN = {
    "4455": 18,
    "44455554221": -15,
    "121212": 18,
    "1542361452752362": 0,  # two stones, a cell either player may get, a sure one on top of it
}


@pytest.mark.parametrize(("moves", "score"), KNOWN.items())
def test_known_scores_are_reproduced(moves: str, score: int) -> None:
    assert SOLVER.solve(Position.parse(moves)).score == score


@pytest.mark.slow
def test_the_second_player_wins_six_by_six_on_move_36() -> None:
    solution = Solver(table_mb=256, threads=2, book=None).solve(Position.start(classic(6, 6)))
    assert (solution.score, solution.plies_to_end) == (-1, 36)


@pytest.mark.slow
def test_the_first_player_wins_the_empty_board_on_move_41() -> None:
    solution = Solver(table_mb=1024, threads=2, book=None).solve(Position.start())
    assert (solution.score, solution.plies_to_end) == (1, 41)


def random_middle_positions(count: int, plies: int) -> list[Position]:
    rng = np.random.default_rng(count + plies)
    return [random_undecided(Position.start(), rng, lambda: plies) for _ in range(count)]


def test_threads_table_sizes_and_batches_do_not_change_scores() -> None:
    positions = random_middle_positions(12, 14)
    solvers = [Solver(4, 1, None), Solver(4, 2, None), Solver(64, 1, None), Solver(64, 3, None)]
    expected = [solvers[2].solve(position).score for position in positions]
    assert None not in expected
    for solver in solvers:
        assert [solver.solve(position).score for position in positions] == expected
        assert [solution.score for solution in solver.solve_many(positions)] == expected


def test_the_weak_value_is_the_sign_of_the_score() -> None:
    for position in random_middle_positions(30, 18):
        strong, weak = SOLVER.solve(position), SOLVER.solve(position, weak=True)
        assert weak.value == strong.value == np.sign(strong.exact())
        assert weak.lower <= strong.exact() <= weak.upper


def test_no_solution_reports_more_time_than_it_took(tmp_path: Path) -> None:
    solved = SolvedPositions(tmp_path / "solved.sqlite")
    solver = Solver(table_mb=4, solved=solved)
    known, late = Position.parse("4444443265125"), Position.parse("44455554221")
    solved.keep(known, 0)
    for solve in (
        lambda: solver.solve(Position.start()),
        lambda: solver.solve(late),
        lambda: solver.solve(known, limit=Limit(nodes=0)),
        lambda: solver.solve_many([late, late])[0],
        lambda: analyse(solver, late),
    ):
        started = time.perf_counter()
        seconds = solve().seconds
        assert 0 < seconds < time.perf_counter() - started


@pytest.mark.parametrize("limit", [Limit(seconds=0.05), Limit(nodes=5_000), Limit(seconds=0)])
def test_a_limited_search_gives_correct_bounds(limit: Limit) -> None:
    solver = Solver(table_mb=4, threads=2, book=None)
    solution = solver.solve(Position.start(), limit=limit)
    assert solution.score is None
    assert solution.lower <= 1 <= solution.upper
    with pytest.raises(NotSolved, match="between"):
        solution.exact()


@pytest.mark.parametrize("threads", [1, 2])
def test_all_threads_share_the_nodes_of_a_limit(threads: int) -> None:
    solver = Solver(table_mb=4, threads=threads, book=None)
    solution = solver.solve(Position.start(), limit=Limit(nodes=100_000))
    assert solution.score is None
    assert 50_000 < solution.nodes < 110_000


def test_another_thread_can_stop_a_search_and_the_solver_stays_usable() -> None:
    solver = Solver(table_mb=4, threads=2, book=None)
    stopper = threading.Timer(0.2, solver.stop)
    stopper.start()
    assert solver.solve(Position.start()).score is None
    stopper.join()
    assert solver.solve(Position.parse("4455")).score == 18


def test_ctrl_c_interrupts_a_search_at_once() -> None:
    code = (
        "from enraya import Position; from enraya.solver import Solver\n"
        "s = Solver(4, 2, None); s.solve(Position.parse('4455')); print('ready', flush=True)\n"
        "try: s.solve(Position.start())\n"
        "except KeyboardInterrupt: print('interrupted', s.solve(Position.parse('4455')).score)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted 18\n"
    assert process.returncode == 0


def test_positions_that_cannot_be_solved_are_refused() -> None:
    over = Position.parse("1212121")
    for solve in (SOLVER.solve, lambda p: SOLVER.solve_many([p]), lambda p: analyse(SOLVER, p)):
        with pytest.raises(InvalidSetting, match="is over"):
            solve(over)
    with pytest.raises(InvalidSetting, match="'boom' cannot be solved"):
        SOLVER.solve(Position.start("boom"))
    with pytest.raises(InvalidSetting, match="one rule set"):
        SOLVER.solve_many([Position.start(), Position.start(classic(4, 4))])


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(InvalidSetting, match="too small; 4 are needed"):
        Solver(table_mb=3, book=None)
    with pytest.raises(InvalidSetting, match="does not fit"):
        Solver(table_mb=10**8, book=None)
    with pytest.raises(InvalidSetting, match="threads"):
        Solver(threads=0, book=None)


def test_every_table_size_tells_all_positions_apart() -> None:
    smallest = PositionTable(MIN_TABLE_MB)
    for columns in range(4, 17):
        for rows in range(4, 64 // columns + 1):
            rules = classic(columns, rows)
            assert key_fits(rules, MIDDLE_WORDS_LOG2)
            for words_log2 in range(smallest.large_words_log2, 34):
                assert key_fits(rules, words_log2), f"{rules} in 2**{words_log2} words"
    assert not key_fits(classic(8, 7), 15), "a table that is too small"


def test_changing_the_board_size_does_not_corrupt_the_table() -> None:
    solver = Solver(table_mb=4, threads=1, book=None)
    for size in [(5, 4), (4, 5), (4, 4), (5, 5), (6, 5), (5, 6)] * 2:  # all of them draws
        assert solver.solve(Position.start(classic(*size))).score == 0


def test_analysis_gives_a_score_for_every_open_column() -> None:
    analysis = analyse(SOLVER, Position.parse("4444443265"), with_line=True)
    assert analysis.scores[3] is None
    assert analysis.score == max(score for score in analysis.scores if score is not None)
    assert all(analysis.scores[column - 1] == analysis.score for column in analysis.best)
    assert analysis.line is not None
    assert len(analysis.line) == analysis.plies_to_end


def test_the_best_line_ends_the_game_as_the_score_says() -> None:
    for position in random_middle_positions(6, 20):
        analysis = analyse(SOLVER, position, with_line=True)
        assert analysis.line is not None
        assert analysis.score is not None
        end = Position.parse(position.moves + analysis.line)
        winner = {1: position.mover, 0: 0, -1: 3 - position.mover}[int(np.sign(analysis.score))]
        assert end.result == winner


def test_the_loser_blocks_where_all_moves_lose_alike() -> None:
    """O must stop X in column 3, though that opens the cell above."""
    analysis = analyse(SOLVER, Position.parse("44455554221"), with_line=True)
    assert analysis.best == (1, 2, 3, 4, 5, 6, 7)
    assert analysis.clearest == (3,)
    assert analysis.line == "33"
