"""Every move of a tournament judged by the solver: how often agents went wrong."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from enraya.arena.store.store import Judged, Mistakes, Store, Tournament
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.review import Label, review_backwards
from enraya.work import stream_jobs

TABLE_MB = 128


class JudgeJob(NamedTuple):
    """A game to judge."""

    game: int
    """Its number in the store."""
    rules: str
    opening: str
    moves: str


def judge_tournament(
    tournament: Tournament,
    store: Store,
    *,
    engine: str = "processes",
    workers: int | None = None,
    on_done: Callable[[int, int], None] | None = None,
    on_wait: Callable[[], None] | None = None,
) -> None:
    """Judges every game that has not been judged yet; each is kept as soon as it is.

    Args:
        tournament: whose games.
        store: where they are.
        engine: who works, see `enraya.work`.
        workers: how many of them.
        on_done: hears how many games are judged, and of how many.
        on_wait: called now and then; what it raises ends the work.

    Raises:
        InvalidSetting: when the rules cannot be solved.
    """
    settings = tournament.settings
    if settings.rule_set.name != "classic":
        raise InvalidSetting(f"mistakes in {settings.rules!r} cannot be found: it cannot be solved")
    known = store.judged(tournament.id)
    jobs = [
        JudgeJob(number, settings.rules, tournament.opening(row.opening), row.moves)
        for number, row in store.rows(tournament.id)
        if number not in known
    ]
    stream = stream_jobs(judge_game, jobs, engine=engine, workers=workers, on_wait=on_wait)
    for done, judged in enumerate(stream, start=1):
        store.add_judged(judged)
        if on_done:
            on_done(done, len(jobs))


def judge_game(job: JudgeJob) -> Judged:
    """Counts the mistakes in a game after its opening, the last move first."""
    start = len(job.opening)
    reviewed = review_backwards(_solver(), Position.parse(job.moves, job.rules))
    moves = list(takewhile(lambda move: move.ply > start, reviewed))
    counts: list[int] = []
    for player in (1, 2):
        labels = [move.label for move in moves if move.label and move.player == player]
        counts += count_mistakes(labels)
    return Judged(job.game, *counts)


def count_mistakes(labels: Sequence[Label]) -> Mistakes:
    """How many of the moves with these labels were wrong.

    >>> count_mistakes([Label.BEST, Label.SOONER, Label.MISTAKE])
    Mistakes(moves=3, losing=1, imperfect=2)
    """
    losing = sum(label in (Label.MISTAKE, Label.BLUNDER) for label in labels)
    return Mistakes(len(labels), losing, sum(label is not Label.BEST for label in labels))


@cache
def _solver() -> Solver:
    """One for each process: what it has learnt from a game helps with the next."""
    return Solver(table_mb=TABLE_MB)
