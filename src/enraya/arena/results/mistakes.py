"""How often agents make mistakes, judged by the solver, in stored games and on position sets."""

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
    """A job: a game to judge."""

    game: int
    """The number of the game in the store."""
    rules: str
    opening: str
    """The moves of the opening, which are not judged."""
    moves: str
    """All moves, the opening included."""


def judge_tournament(
    tournament: Tournament,
    store: Store,
    *,
    engine: str = "processes",
    workers: int | None = None,
    on_done: Callable[[int, int], None] | None = None,
    on_wait: Callable[[], None] | None = None,
) -> None:
    """Judges every game of a tournament that has not been judged yet, and stores each result.

    Args:
        tournament: the tournament whose games are judged.
        store: the store with the games.
        engine: a name from `enraya.work.ENGINES`.
        workers: the number of workers; by default one for each core.
        on_done: called after each game with the number judged by this call and the number to judge.
        on_wait: called now and then; an error that it raises stops the work.

    Raises:
        InvalidSetting: when games with these rules cannot be solved.
    """
    settings = tournament.settings
    if settings.rule_set.name != "classic":
        raise InvalidSetting(
            f"mistakes in {settings.rules!r} cannot be found: this game cannot be solved"
        )
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
    """The numbers of both players' mistakes in a game, without those in its opening."""
    start = len(job.opening)
    reviewed = review_backwards(_solver(), Position.parse(job.moves, job.rules))
    moves = list(takewhile(lambda move: move.ply > start, reviewed))
    counts: list[int] = []
    for player in (1, 2):
        labels = [move.label for move in moves if move.label and move.player == player]
        counts += count_mistakes(labels)
    return Judged(job.game, *counts)


def count_mistakes(labels: Sequence[Label]) -> Mistakes:
    """The number of moves with these labels, and how many were value-losing and not perfect.

    >>> count_mistakes([Label.BEST, Label.SOONER, Label.MISTAKE])
    Mistakes(moves=3, losing=1, imperfect=2)
    """
    losing = sum(label in (Label.MISTAKE, Label.BLUNDER) for label in labels)
    return Mistakes(len(labels), losing, sum(label is not Label.BEST for label in labels))


@cache
def _solver() -> Solver:
    """The solver of this process, kept because its table helps with the next game."""
    return Solver(table_mb=TABLE_MB)


@cache
def exact_score(position: Position, column: int) -> int:
    """The exact score of a move for the player who makes it.

    Scores are cached, because agents often choose the same moves.
    """
    bounds, _ = move_bounds(_solver(), position, column)
    return bounds.lower


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """How often an agent made mistakes on a set of positions."""

    agent: str
    set: str
    """The name of the set."""
    count: int
    """The number of positions, in each of which the agent chose a move."""
    value_losing: int
    """The number of moves that changed a win to a draw or loss, or a draw to a loss."""
    not_perfect: int
    """The number of moves that were not among the best, slower wins and faster losses included."""

    @property
    def shares(self) -> str:
        """The percentages of moves that were value-losing and not perfect, such as '15.0 / 25.0'.

        >>> MistakeRow("random", "end-easy", 40, 6, 10).shares
        '15.0 / 25.0'
        """
        losing, imperfect = (100 * n / self.count for n in (self.value_losing, self.not_perfect))
        return f"{losing:.1f} / {imperfect:.1f}"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of value-losing moves, in percent.

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
    """Lets an agent choose a move in every position of a set, and counts its mistakes.

    Args:
        agent: the text that stands for the agent.
        name: the name of the set.
        positions: the positions of the set, with the score of the best move in each.
        on_move: called after each move.
    """
    player = parse_agent(agent, 1)
    labels = []
    if positions:
        player.choose(
            positions[0].position, Limit()
        )  # compiles what its moves need, so that none is slowed by it
    for position, best in positions:
        move = player.choose(position, Limit()).move
        if not isinstance(move, int):
            raise InvalidSetting(f"{agent} played {move!r} in a classic game")
        labels.append(label_move(best, exact_score(position, move)))
        if on_move:
            on_move()
    return MistakeRow(agent, name, *count_mistakes(labels))
