"""How often agents go wrong, judged by the solver: in stored games, and on sets of positions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from enraya.agents import Limit, parse_agent
from enraya.arena.statistics.elo import wilson_interval
from enraya.arena.store.store import Judged, Mistakes, Store, Tournament
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.analysis import move_bounds
from enraya.solver.position_sets import ScoredPosition
from enraya.solver.review import Label, label_move, review_backwards
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


@cache
def exact_score(position: Position, column: int) -> int:
    """The score of a move for the player who makes it; agents often choose the same moves."""
    bounds, _ = move_bounds(_solver(), position, column)
    return bounds.lower


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """One agent on one set of positions."""

    agent: str
    set: str
    count: int
    value_losing: int
    """Moves that change a win to a draw or loss, or a draw to a loss."""
    not_perfect: int
    """Moves that are not among the best: also a slower win or a faster loss."""

    @property
    def shares(self) -> str:
        """Value-losing and not perfect, as percentages of the moves.

        >>> MistakeRow("random", "end-easy", 40, 6, 10).shares
        '15.0 / 25.0'
        """
        losing, imperfect = (100 * n / self.count for n in (self.value_losing, self.not_perfect))
        return f"{losing:.1f} / {imperfect:.1f}"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of value-losing moves, in percent.

        >>> MistakeRow("random", "end-easy", 40, 6, 10).interval
        (7.1, 29.1)
        """
        low, high = wilson_interval(self.value_losing / self.count, self.count)
        return round(100 * low, 1) + 0.0, round(100 * high, 1)


def measure_mistakes(
    agent: str,
    name: str,
    positions: Sequence[ScoredPosition],
    on_move: Callable[[], None] | None = None,
) -> MistakeRow:
    """Lets an agent choose in every position of a set and judges its moves."""
    player = parse_agent(agent, 1)
    labels = []
    if positions:
        player.choose(positions[0].position, Limit())  # compiles before any clock runs
    for position, best in positions:
        move = player.choose(position, Limit()).move
        if not isinstance(move, int):
            raise InvalidSetting(f"{agent} played {move!r} in a classic game")
        labels.append(label_move(best, exact_score(position, move)))
        if on_move:
            on_move()
    return MistakeRow(agent, name, *count_mistakes(labels))
