"""Who plays how well: ratings, mistakes and speed of all agents under one limit.

Games are kept in a store and judged moves in a checkpoint beside it, so that the same call resumes
after any interruption.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any

from enraya.agents import Limit, parse_agent, prepare
from enraya.agents.players.level import LEVELS
from enraya.arena.plan.entrants import make_entrants, named_agents
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.mistakes import Judge, MistakeRow, count_mistakes
from enraya.arena.results.summary import summarise
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
"""The sets of positions that make a phase of the game, the same number of each."""
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
"""Every agent of the classic 7×6 game but scripts and people; alike ones are left out."""
GAMES_FILE, MOVES_FILE = "games.sqlite", "moves.part"
SEED = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    seconds: float = 0.1
    """What a move may take."""
    rounds: int = 8
    games: int = 6
    """Between two agents that meet in a round; agents of similar points meet."""
    positions: int = 20
    """Of each set."""


@dataclass(frozen=True, slots=True)
class AgentStrength:
    """One row of the table."""

    agent: str
    rating: Rating
    games: int
    faults: int
    """Games that it lost by failing, such as by taking too long."""
    mistakes: Mapping[str, MistakeRow]
    """By phase."""
    milliseconds: float
    """Mean time of a move on the positions."""
    nodes_per_second: float | None


def measure_agents(
    agents: Sequence[str],
    effort: Effort,
    folder: Path,
    *,
    on_games: Callable[[int, int], None] | None = None,
    on_moves: Callable[[int, int], None] | None = None,
) -> list[AgentStrength]:
    """The table, best agent first; what ``folder`` keeps of an earlier call is not done again.

    Args:
        agents: their texts.
        effort: how much to measure.
        folder: where games and judged moves are kept.
        on_games: hears how many games are played, and of how many.
        on_moves: hears for how many agents and sets moves are judged, and of how many.

    Raises:
        EnrayaError: when there is no such agent, or the folder belongs to another measurement.
    """
    settings = TournamentSettings(
        "swiss", make_entrants(named_agents(list(agents))), effort.games, seed=SEED,
        limit=Limit(effort.seconds), rounds=effort.rounds,
    )  # fmt: skip
    with Store(folder / GAMES_FILE) as store:
        played = run_tournament(
            enter(settings, store), store, engine="serial", on_games=on_games
        )  # fmt: skip
        summary = summarise(store, played)
    names = [name for sets in PHASES.values() for name in sets]
    jobs = [(agent, name, effort.positions, effort.seconds) for agent in agents for name in names]
    done = partial(_tell, on_moves, len(jobs))
    moves = run_jobs(
        judge_moves, jobs, engine="serial", checkpoint=folder / MOVES_FILE, on_done=done
    )
    found = []
    for row in summary.agents:
        mine = [move for move in moves if move["agent"] == row.spec]
        standing = row.standing
        found.append(_strength(row.spec, standing.rating, standing.tally.total.games,
                               sum(row.faults.values()), mine))  # fmt: skip
    return found


def judge_moves(job: Sequence[Any]) -> dict[str, Any]:
    """What an agent does in the first positions of a set: mistakes, time and nodes."""
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
        labels.append(label_move(best, _judge().score(position, choice.move)))
    _, losing, imperfect = count_mistakes(labels)
    return {
        "agent": agent, "set": name, "count": len(labels), "value_losing": losing,
        "not_perfect": imperfect, "seconds": spent, "nodes": nodes,
    }  # fmt: skip


@cache
def _judge() -> Judge:
    return Judge()


def _tell(on_moves: Callable[[int, int], None] | None, total: int, done: int) -> None:
    if on_moves:
        on_moves(done, total)


def _strength(
    agent: str, rating: Rating, games: int, faults: int, moves: Sequence[Mapping[str, Any]]
) -> AgentStrength:
    """A row of the table from an agent's games and its moves on the sets."""
    mistakes = {}
    for phase, names in PHASES.items():
        mine = [move for move in moves if move["set"] in names]
        counts = [
            sum(move[key] for move in mine) for key in ("count", "value_losing", "not_perfect")
        ]
        mistakes[phase] = MistakeRow(agent, phase, *counts)
    count = sum(row.count for row in mistakes.values())
    seconds, nodes = sum(move["seconds"] for move in moves), sum(move["nodes"] for move in moves)
    per_second = nodes / seconds if nodes else None
    return AgentStrength(agent, rating, games, faults, mistakes, 1000 * seconds / count, per_second)
