"""The strength of all agents under the same limit: ratings, mistakes and speed.

Games are kept in a store and judged moves in a checkpoint beside it, so the same call resumes after
any interruption.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from enraya.agents import Limit, parse_agent, prepare
from enraya.agents.players.level import LEVELS
from enraya.arena.plan.entrants import make_entrants, named_agents
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.mistakes import MistakeRow, count_mistakes, exact_score
from enraya.arena.results.summary import AgentRow, summarise
from enraya.arena.statistics.rating import Rating
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.solver.position_sets import load_set
from enraya.solver.review import label_move
from enraya.work import run_jobs

PHASES = {
    "begin": ("begin-easy", "begin-medium", "begin-hard"),
    "middle": ("middle-easy", "middle-medium"),
    "end": ("end-easy",),
}
"""The sets of positions for each phase of the game; all sets contribute equally many positions."""
AGENTS = (
    "random",
    "greedy",
    "genes(0.92, 0.59, 0.97, 0.47)",
    "minimax",
    "alphabeta",
    "alphabeta(depth=8)",
    "mcts",
    "mcts(eval=learned(ntuple))",
    "learned(tables)",
    "learned(ntuple)",
    "learned(ntuple, depth=6)",
    "search",
    "search(eval=threats)",
    "perfect",
    *(f"level({level})" for level in LEVELS),
    "Madrid-1",
    "Madrid-2",
    "Madrid-3",
    "Jugador-Bueno",
    "Porto-AlphaBeta",
    "Porto-MCTS",
)
"""All agents of the classic 7×6 game except scripts and people, and one of each similar group."""
HEADINGS = ("agent", "rating", "games", *PHASES, "ms a move", "nodes/s")
SEED = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure."""

    seconds: float = 0.1
    """The limit of a move."""
    rounds: int = 8
    games: int = 6
    """How many games two agents play when they meet in a round; those with similar points meet."""
    positions: int = 20
    """How many positions of each set are used."""


@dataclass(frozen=True, slots=True)
class AgentStrength:
    """A row of the table: how strong an agent is."""

    agent: str
    rating: Rating
    games: int
    faults: int
    """How many games the agent lost by a fault, such as exceeding the time limit."""
    mistakes: Mapping[str, MistakeRow]
    """The mistakes in each phase of the game."""
    milliseconds: float
    """The mean time of a move on the positions of the sets."""
    nodes_per_second: float | None


def measure_agents(
    agents: Sequence[str],
    effort: Effort,
    folder: Path,
    *,
    on_games: Callable[[int, int], None] | None = None,
    on_moves: Callable[[int, int], None] | None = None,
) -> list[AgentStrength]:
    """Measures agents and returns the table, best agent first; resumes from ``folder``.

    Args:
        agents: the agents, as text.
        effort: how much to measure.
        folder: where games and judged moves are kept.
        on_games: called with the number of finished games and the number of all games.
        on_moves: called with the number of finished jobs and of all jobs; each job is one agent on
            one set.

    Raises:
        EnrayaError: when an agent does not exist, or the folder belongs to another measurement.
    """
    settings = TournamentSettings(
        "swiss", make_entrants(named_agents(list(agents))), effort.games, seed=SEED,
        limit=Limit(effort.seconds), rounds=effort.rounds,
    )  # fmt: skip
    with Store(folder / "games.sqlite") as store:
        entered = enter(settings, store)
        played = run_tournament(entered, store, engine="serial", on_games=on_games)
        summary = summarise(store, played)
    names = [name for sets in PHASES.values() for name in sets]
    jobs = [(agent, name, effort.positions, effort.seconds) for agent in agents for name in names]
    moves = run_jobs(
        judge_moves, jobs, engine="serial", checkpoint=folder / "moves.part",
        on_done=None if on_moves is None else lambda done: on_moves(done, len(jobs)),
    )  # fmt: skip
    return [
        _strength(row, [move for move in moves if move["agent"] == row.spec])
        for row in summary.agents
    ]


def judge_moves(job: Sequence[Any]) -> dict[str, Any]:
    """The mistakes, time and nodes of an agent in the first positions of a set.

    A job is an agent, the name of a set, the number of positions and the seconds per move.
    """
    agent, name, count, seconds = job
    player = parse_agent(agent, SEED)
    labels, spent, nodes = [], 0.0, 0
    chosen = load_set(name)[:count]
    if chosen:
        prepare(player, chosen[0].position.rules)
    for position, best in chosen:
        started = perf_counter()
        choice = player.choose(position, Limit(seconds))
        spent += perf_counter() - started
        nodes += choice.nodes or 0
        if not isinstance(choice.move, int):
            raise InvalidSetting(f"{agent} played {choice.move!r} in a classic game")
        labels.append(label_move(best, exact_score(position, choice.move)))
    _, losing, imperfect = count_mistakes(labels)
    return {
        "agent": agent, "set": name, "count": len(labels), "value_losing": losing,
        "not_perfect": imperfect, "seconds": spent, "nodes": nodes,
    }  # fmt: skip


def _strength(row: AgentRow, moves: Sequence[Mapping[str, Any]]) -> AgentStrength:
    """An agent's row of the table, from its games and its judged moves."""
    mistakes = {}
    for phase, names in PHASES.items():
        counts = [
            sum(move[key] for move in moves if move["set"] in names)
            for key in ("count", "value_losing", "not_perfect")
        ]
        mistakes[phase] = MistakeRow(row.spec, phase, *counts)
    count = sum(counted.count for counted in mistakes.values())
    seconds, nodes = sum(move["seconds"] for move in moves), sum(move["nodes"] for move in moves)
    standing = row.standing
    return AgentStrength(
        row.spec, standing.rating, standing.tally.total.games, sum(row.faults.values()), mistakes,
        1000 * seconds / count, nodes / seconds if nodes else None,
    )  # fmt: skip


def cells(row: AgentStrength) -> tuple[str, ...]:
    """The cells of an agent's row, one for each of `HEADINGS`."""
    rating = f"{row.rating.elo:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
    games = f"{row.games}, {row.faults} lost by a fault" if row.faults else str(row.games)
    speed = "" if row.nodes_per_second is None else _rounded(row.nodes_per_second)
    mistakes = (_share(row.mistakes[phase]) for phase in PHASES)
    return row.agent, rating, games, *mistakes, f"{row.milliseconds:.1f}", speed


def markdown_page(
    rows: Sequence[AgentStrength], effort: Effort, *, date: str, command: str, machine: str
) -> str:
    """The page with the table and its explanation, as Markdown."""
    sets = sum(len(names) for names in PHASES.values())
    lines = [
        "# Who plays how well",
        "",
        f"Every agent of the classic 7×6 game with {effort.seconds:g} s a move, best first. Made "
        f"on {date} by `{command}` ({machine}); the same command resumes if it was interrupted.",
        "",
        f"| {' | '.join(HEADINGS)} |",
        "|---" * len(HEADINGS) + "|",
        *(f"| `{agent}` | {' | '.join(rest)} |" for agent, *rest in map(cells, rows)),
        "",
        "**Rating**: Elo with its 95 % interval; the mean of all is 0. It is from a Swiss "
        f"tournament of {effort.rounds} rounds, {effort.games} games at each meeting, in pairs "
        "that share a random opening of four moves with sides swapped.",
        "",
        "**begin, middle, end**: the share of moves that give away a win or a draw, with its 95 % "
        f"interval, on the first {effort.positions} positions of each of the {sets} "
        "[sets](solver.md) with up to 14, 15 to 28, and more stones.",
        "",
        "**ms a move** and **nodes/s** are means over these positions; agents count nodes in "
        "different ways.",
        "",
        "`alphabeta` stands for all players that look a fixed number of moves ahead: Madrid's, "
        "Porto's and others differ in how they value the last position. All agents are "
        "described in [agents](agents.md).",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _share(row: MistakeRow) -> str:
    """The share of value-losing moves with its interval, such as '5.0 % (2.0–11.2)'."""
    low, high = row.interval
    return f"{100 * row.value_losing / row.count:.1f} % ({low}–{high})"


def _rounded(number: float) -> str:
    """A number rounded to two significant digits, with commas between thousands."""
    digits = max(0, len(str(int(number))) - 2)
    return f"{int(round(number, -digits)):,}"
