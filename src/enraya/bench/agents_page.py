"""The page "who plays how well", as Markdown."""

from collections.abc import Sequence

from enraya.arena.results.mistakes import MistakeRow
from enraya.bench.agents import PHASES, AgentStrength, Effort

HEADINGS = ("agent", "rating", "games", *PHASES, "ms a move", "nodes/s")


def cells(row: AgentStrength) -> tuple[str, ...]:
    """What the table shows of an agent, under `HEADINGS`."""
    rating = f"{row.rating.elo:.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
    games = f"{row.games}, {row.faults} lost by a fault" if row.faults else str(row.games)
    speed = "" if row.nodes_per_second is None else _rounded(row.nodes_per_second)
    mistakes = (_share(row.mistakes[phase]) for phase in PHASES)
    return row.agent, rating, games, *mistakes, f"{row.milliseconds:.1f}", speed


def markdown_page(
    rows: Sequence[AgentStrength], effort: Effort, *, date: str, command: str, machine: str
) -> str:
    """The whole page."""
    sets = sum(len(names) for names in PHASES.values())
    lines = [
        "# Who plays how well",
        "",
        f"Every agent of the classic 7×6 game with {effort.seconds:g} s a move, best first. Made "
        f"on {date} by `{command}` ({machine}); the same command resumes if it was interrupted.",
        "",
        _line(HEADINGS),
        "|---" * len(HEADINGS) + "|",
        *(_line((f"`{agent}`", *rest)) for agent, *rest in map(cells, rows)),
        "",
        "**Rating**: Elo with its 95 % interval; the mean of all is 0. It is from a Swiss "
        f"tournament of {effort.rounds} rounds, {effort.games} games at each meeting, in pairs "
        "that share a random opening of four moves with sides swapped.",
        "",
        "**begin, middle, end**: the share of moves that give a win or a draw away, with its 95 % "
        f"interval, on the first {effort.positions} positions of each of the {sets} "
        "[sets](solver.md) with up to 14, up to 28 and more stones.",
        "",
        "**ms a move** and **nodes/s** are means over these positions; what an agent counts as a "
        "node is its own.",
        "",
        "`alphabeta` stands for all players that look a fixed number of moves ahead: Madrid's, "
        "Porto's and others differ in what values the last position. What the agents are is said "
        "in [agents](agents.md).",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _line(values: Sequence[str]) -> str:
    return f"| {' | '.join(values)} |"


def _share(row: MistakeRow) -> str:
    """Such as '5.0 % (2.0–11.2)'."""
    low, high = row.interval
    return f"{100 * row.value_losing / row.count:.1f} % ({low}–{high})"


def _rounded(number: float) -> str:
    """A number of which two digits count, with its thousands apart."""
    digits = max(0, len(str(int(number))) - 2)
    return f"{int(round(number, -digits)):,}"
