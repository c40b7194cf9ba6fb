"""Building an opening book: enumerate, solve the deepest positions, work back to the start.

Only positions with exactly the book's number of plies are searched; an earlier one has the score
of its best child. Neighbouring positions go into one job, so that a worker's table is warm for
them.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.rules import RuleSet, parse_rules
from enraya.solver.book import Book, book_key
from enraya.solver.score import win_score
from enraya.solver.solver import Solver
from enraya.work import run_jobs

JOB_SIZE = 24
"""Positions in one job: a few seconds of work on 7×6, and the most an interruption can lose."""
WORKER_TABLE_MB = 1024
MOST_POSITIONS = 20_000_000
"""A larger book would fit neither in memory nor in a lifetime."""

Layer = dict[int, Position]
"""Positions with the same number of stones by key, mirror images once."""


def layers(rules: RuleSet, plies: int) -> Iterator[Layer]:
    """All positions of at most ``plies`` plies where the game is not over, layer by layer."""
    start = Position.start(rules)
    layer: Layer = {book_key(start): start}
    yield layer
    for _ in range(plies):
        children: Layer = {}
        for position in layer.values():
            for child in (position.play(move) for move in position.legal_moves):
                if not child.is_over:
                    children.setdefault(book_key(child), child)
        yield children
        layer = children


def build_book(
    rules: RuleSet,
    plies: int,
    *,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_done: Callable[[int, int], None] | None = None,
) -> Book:
    """The book of all positions of at most ``plies`` plies; see `run_jobs` for the options.

    ``on_done`` is called with the number of positions solved so far and their total.
    """
    if not 0 <= plies <= rules.cells:
        raise InvalidSetting(f"a book of {plies} plies is not possible on {rules.cells} cells")
    levels: list[Layer] = []
    for layer in layers(rules, plies):
        levels.append(layer)
        if sum(map(len, levels)) > MOST_POSITIONS:
            raise InvalidSetting(
                f"a book of {plies} plies would have more than {MOST_POSITIONS:,} positions"
            )
    deepest = sorted(levels[-1].items())
    names = [position.moves for _, position in deepest]
    jobs = [[rules.spec, *names[i : i + JOB_SIZE]] for i in range(0, len(names), JOB_SIZE)]

    def report(done: int) -> None:
        if on_done:
            on_done(min(done * JOB_SIZE, len(names)), len(names))

    results = run_jobs(
        solve_job, jobs, engine=engine, workers=workers, checkpoint=checkpoint, on_done=report
    )
    solved = [score for scores in results for score in scores]
    scores = {key: score for (key, _), score in zip(deepest, solved, strict=True)}
    for layer in reversed(levels[:-1]):
        scores |= {key: _best_child(position, scores) for key, position in layer.items()}
    return Book.from_scores(rules, plies, scores)


def _best_child(position: Position, scores: dict[int, int]) -> int:
    """The score of a position whose children are scored or over."""
    values = []
    for child in (position.play(move) for move in position.legal_moves):
        if not child.is_over:
            values.append(-scores[book_key(child)])
        elif child.result == position.mover:
            values.append(win_score(position.plies, position.rules.cells))
        else:
            values.append(0)
    return max(values)


_solvers: list[Solver] = []  # one for each worker process, so that its table stays warm


def solve_job(job: Sequence[str]) -> list[int]:
    """The scores of a job: the rules, then the moves of each position."""
    if not _solvers:
        _solvers.append(Solver(table_mb=WORKER_TABLE_MB, threads=1, book=None))
    rules = parse_rules(job[0])
    return [_solvers[0].solve(Position.parse(moves, rules)).exact() for moves in job[1:]]
