"""The report of an evolution of genes."""

from collections.abc import Sequence

import numpy as np

from enraya.evolve.generation import GeneRun
from enraya.evolve.genetics import format_genes
from enraya.evolve.winners import FIRST_GENERATION, LEVELS, RANDOM, Meeting
from enraya.reports.ancestry import family_section
from enraya.reports.charts import Series, lines, scatter
from enraya.reports.page import Html, Page, Section, chart, folded, paragraph, table

TRAITS = ("centre", "consecutive", "fuller", "over")
"""What the four genes make likely."""
_LOW, _HIGH = 10, 90
"""Percentiles between which most agents are."""


def gene_report(run: GeneRun, meetings: Sequence[Meeting]) -> Page:
    """Everything about a run; the matches of its winners come from `measure_winners`."""
    settings, last = run.settings, run.generations[-1]
    subtitle = (
        f"{len(run.generations)} generations, {settings.population} agents at first, "
        f"{len(last.agents)} at the end; {settings.keep:g} % have children, seed {settings.seed}"
    )
    sections = [
        Section("The winner", _winner_parts(run, meetings)),
        Section("Fitness", [_fitness(run)]),
        Section("Genes", _genes(run)),
        family_section(run),
        Section("Matches of the winners", _matches(meetings)),
    ]
    return Page("Evolution of genes", subtitle, sections)


def _winner_parts(run: GeneRun, meetings: Sequence[Meeting]) -> list[Html]:
    number = len(run.generations)
    rows = [
        (m.opponent, m.score.wins, m.score.draws, m.score.losses, *_shares(m), _words(m))
        for m in meetings
        if m.generation == number
    ]
    columns = ("against", "won", "drawn", "lost", "points", "95 % interval", "")
    return [
        paragraph(f"{run.agent}: the most wins in the last generation."),
        table(columns, rows, "What it scored"),
    ]


def _shares(meeting: Meeting) -> tuple[str, str]:
    low, high = meeting.interval
    return f"{meeting.score.share:.3f}", f"{low:.3f} to {high:.3f}"


def _words(meeting: Meeting) -> str:
    """What the interval says."""
    low, high = meeting.interval
    if low > 1 / 2:
        return "stronger"
    return "weaker" if high < 1 / 2 else "not known"


def _fitness(run: GeneRun) -> Html:
    """The share of wins of the best and of the others, by generation."""
    shares = [np.array(g.wins) / g.games for g in run.generations]
    numbers = range(1, len(shares) + 1)
    low, high = ([float(np.percentile(s, p)) for s in shares] for p in (_LOW, _HIGH))
    best = Series("best", numbers, [float(s.max()) for s in shares])
    mean = Series("mean", numbers, [float(s.mean()) for s in shares], low, high)
    diversity = Series("diversity of genes", numbers, [g.diversity for g in run.generations])
    drawing = lines(
        [best, mean, diversity], "generation", "share of games won", "Fitness by generation"
    )
    return chart(
        drawing,
        "Share of games won in the round robin of each generation; the band holds the middle "
        "four fifths of the agents. Diversity is the mean standard deviation of the genes.",
    )


def _genes(run: GeneRun) -> list[Html]:
    """How the genes changed, and where the first and the last generation lie."""
    genes = [np.array([agent.genes for agent in g.agents]) for g in run.generations]
    numbers = range(1, len(genes) + 1)
    means = [
        Series(
            f"g{i + 1} {trait}",
            numbers,
            [float(g[:, i].mean()) for g in genes],
            [float(np.percentile(g[:, i], _LOW)) for g in genes],
            [float(np.percentile(g[:, i], _HIGH)) for g in genes],
        )
        for i, trait in enumerate(TRAITS)
    ]
    winners = [
        Series(f"g{i + 1} {trait}", numbers, [g.winner[i] for g in run.generations])
        for i, trait in enumerate(TRAITS)
    ]
    parts = [
        chart(lines(means, "generation", "gene", "Mean of each gene by generation"),
              "Means, and bands that hold the middle four fifths of the agents."),
        chart(lines(winners, "generation", "gene", "Genes of the winners"),
              "The genes of the winner of each generation."),
    ]  # fmt: skip
    for i, j in ((0, 1), (2, 3)):
        clouds = [
            Series(name, g[:, i].tolist(), g[:, j].tolist())
            for name, g in (("first generation", genes[0]), ("last generation", genes[-1]))
        ]
        x, y = f"g{i + 1} {TRAITS[i]}", f"g{j + 1} {TRAITS[j]}"
        parts.append(chart(scatter(clouds, x, y, f"{x} and {y}"), f"{x} and {y} of all agents."))
    return [*parts, folded("The winners of all generations", [_winners_table(run)])]


def _matches(meetings: Sequence[Meeting]) -> list[Html]:
    """Points of the winners by generation, and against the levels."""
    by_generation = [_by_generation(meetings, name) for name in (RANDOM, FIRST_GENERATION)]
    first, last = (pick(m.generation for m in meetings) for pick in (min, max))
    levels = [_ladder(meetings, number) for number in sorted({first, last})]
    games = {m.opponent: m.score.games for m in meetings}
    return [
        chart(
            lines(by_generation, "generation of the winner", "points per game",
                  "Points of the winner of each generation"),
            f"Points with 95 % intervals: {games[RANDOM]} games against random moves, "
            f"{games[FIRST_GENERATION]} against all agents of the first generation.",
        ),
        chart(
            lines(levels, "level", "points per game", "Points against the levels"),
            f"Points with 95 % intervals in {games[LEVELS[0]]} games against each level.",
        ),
        _level_table(meetings),
    ]  # fmt: skip


def _by_generation(meetings: Sequence[Meeting], opponent: str) -> Series:
    met = [m for m in meetings if m.opponent == opponent]
    return _series(f"against {opponent}", [m.generation for m in met], met)


def _ladder(meetings: Sequence[Meeting], generation: int) -> Series:
    met = {m.opponent: m for m in meetings if m.generation == generation}
    numbers = range(1, len(LEVELS) + 1)
    return _series(f"winner of generation {generation}", numbers, [met[level] for level in LEVELS])


def _series(name: str, x: Sequence[int], met: Sequence[Meeting]) -> Series:
    low, high = ([m.interval[end] for m in met] for end in (0, 1))
    return Series(name, x, [m.score.share for m in met], low, high)


def _level_table(meetings: Sequence[Meeting]) -> Html:
    generations = sorted({m.generation for m in meetings if m.opponent in LEVELS})
    met = {(m.generation, m.opponent): m for m in meetings}
    rows = []
    for number in generations:
        cells = []
        for level in LEVELS:
            meeting = met[number, level]
            low, high = meeting.interval
            cells.append(f"{meeting.score.share:.2f} ({low:.2f}–{high:.2f})")
        rows.append((f"generation {number}", *cells))
    columns = ("winner of", *(f"level {i}" for i in range(1, len(LEVELS) + 1)))
    return table(columns, rows, "Points per game against each level, with 95 % intervals")


def _winners_table(run: GeneRun) -> Html:
    """The winners of all generations."""
    rows = [
        (f"{number}", format_genes(g.winner), f"{max(g.wins)} of {g.games}")
        for number, g in enumerate(run.generations, start=1)
    ]
    return table(("generation", "winner", "won"), rows, "The winners")
