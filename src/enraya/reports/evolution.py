"""The report on an evolution of genes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.evolve.genes import GeneRun
from enraya.evolve.genetics import format_genes
from enraya.evolve.winners import FIRST_GENERATION, LEVELS, RANDOM, WinnerScore
from enraya.reports.ancestry import family_section
from enraya.reports.charts import Series, scatter
from enraya.reports.page import Page, Section, chart, folded, headings, line_chart
from enraya.result import Html, paragraph, table
from enraya.texts import ENGLISH, Texts

TRAITS = ("centre", "consecutive", "fuller", "over")
"""The tendencies that the four genes set, as keys of texts."""
_LOW, _HIGH = 10, 90
"""The percentiles at the ends of the bands in charts."""


def gene_report(run: GeneRun, meetings: Sequence[WinnerScore], t: Texts = ENGLISH) -> Page:
    """The report on a finished evolution, with all its sections.

    Args:
        run: the evolution.
        meetings: the matches of its winners, from `measure_winners`.
        t: the language of the report.
    """
    settings, last = run.settings, run.generations[-1]
    subtitle = t(
        "report.evolution.subtitle",
        generations=len(run.generations),
        first=settings.population,
        last=len(last.agents),
        keep=settings.keep,
        seed=settings.seed,
    )
    sections = [
        Section(t("report.winner"), _winner_parts(run, meetings, t)),
        Section(t("report.fitness"), [_fitness(run, t)]),
        Section(t("report.genes"), _genes(run, t)),
        family_section(run, t),
        Section(t("report.meetings"), _matches(meetings, t)),
    ]
    return Page(t("report.evolution"), subtitle, sections, texts=t)


def _winner_parts(run: GeneRun, meetings: Sequence[WinnerScore], t: Texts) -> list[Html]:
    number = len(run.generations)
    rows = [
        (_opponent(m.opponent, t), m.score.wins, m.score.draws, m.score.losses, *_shares(m, t))
        for m in meetings
        if m.generation == number
    ]
    columns = headings(t, "against", "won", "drawn", "lost", "points", "interval")
    return [
        paragraph(t("report.winner.text", agent=run.agent)),
        table([*columns, ""], rows, t("report.winner.table")),
    ]


def _opponent(name: str, t: Texts) -> str:
    """The name of an opponent: an agent, or the first generation."""
    return t("report.first_generation") if name == FIRST_GENERATION else name


def _shares(meeting: WinnerScore, t: Texts) -> tuple[str, str, str]:
    """The share of points, its interval, and whether that makes the winner stronger or weaker."""
    low, high = meeting.interval
    word = "stronger" if low > 1 / 2 else "weaker" if high < 1 / 2 else "not_known"
    interval = t.interval(t.number(low, 3), t.number(high, 3))
    return t.number(meeting.score.share, 3), interval, t(f"report.strength.{word}")


def _fitness(run: GeneRun, t: Texts) -> Html:
    """A chart by generation: the best and the mean share of wins, and the diversity."""
    shares = [np.array(g.wins) / g.games for g in run.generations]
    numbers = range(1, len(shares) + 1)
    best = Series(t("report.best"), numbers, [float(s.max()) for s in shares])
    mean = _spread(t("report.mean"), shares)
    diversity = Series(t("report.diversity"), numbers, [g.diversity for g in run.generations])
    axes = t("report.head.generation"), t("report.share_won")
    series, caption = [best, mean, diversity], t("report.fitness.caption")
    return line_chart(series, *axes, t("report.fitness.chart"), caption)


def _spread(name: str, values: Sequence[NDArray[np.float64]]) -> Series:
    """The mean of each generation's values, with a band from the 10th to the 90th percentile."""
    low, high = ([float(np.percentile(v, p)) for v in values] for p in (_LOW, _HIGH))
    return Series(name, range(1, len(values) + 1), [float(v.mean()) for v in values], low, high)


def _genes(run: GeneRun, t: Texts) -> list[Html]:
    """Charts of the genes by generation and of the first and last generation, and the winners."""
    genes = [np.array([agent.genes for agent in g.agents]) for g in run.generations]
    numbers = range(1, len(genes) + 1)
    names = [f"g{i} {t(f'report.trait.{trait}')}" for i, trait in enumerate(TRAITS, start=1)]
    means = [_spread(name, [g[:, i] for g in genes]) for i, name in enumerate(names)]
    winners = [
        Series(name, numbers, [g.winner[i] for g in run.generations])
        for i, name in enumerate(names)
    ]
    axes = t("report.head.generation"), t("report.gene")
    label = t("report.genes.winners")
    parts = [
        line_chart(means, *axes, t("report.genes.means"), t("report.genes.means.caption")),
        line_chart(winners, *axes, label, label),
    ]
    ends = t("report.first_generation"), t("report.last_generation")
    for i, j in ((0, 1), (2, 3)):
        clouds = [
            Series(name, g[:, i].tolist(), g[:, j].tolist())
            for name, g in zip(ends, (genes[0], genes[-1]), strict=True)
        ]
        words = t("report.genes.clouds", x=names[i], y=names[j])
        parts.append(chart(scatter(clouds, names[i], names[j], words), words))
    return [*parts, folded(t("report.winners"), [_winners_table(run, t)])]


def _matches(meetings: Sequence[WinnerScore], t: Texts) -> list[Html]:
    """Charts of the winners' points by generation and against the levels, and a table."""
    by_generation = [_by_generation(meetings, name, t) for name in (RANDOM, FIRST_GENERATION)]
    first, last = (pick(m.generation for m in meetings) for pick in (min, max))
    levels = [_ladder(meetings, number, t) for number in sorted({first, last})]
    games = {m.opponent: m.score.games for m in meetings}
    points, generation = t("report.points_per_game"), t("report.head.generation")
    against = {"random": games[RANDOM], "first": games[FIRST_GENERATION]}
    return [
        line_chart(
            by_generation,
            generation,
            points,
            t("report.meetings.chart"),
            t("report.meetings.caption", **against),
        ),
        line_chart(
            levels,
            t("report.level"),
            points,
            t("report.levels.chart"),
            t("report.levels.caption", games=games[LEVELS[0]]),
        ),
        _level_table(meetings, t),
    ]


def _by_generation(meetings: Sequence[WinnerScore], opponent: str, t: Texts) -> Series:
    met = [m for m in meetings if m.opponent == opponent]
    name = t("report.against", opponent=_opponent(opponent, t))
    return _series(name, [m.generation for m in met], met)


def _ladder(meetings: Sequence[WinnerScore], generation: int, t: Texts) -> Series:
    met = {m.opponent: m for m in meetings if m.generation == generation}
    numbers = range(1, len(LEVELS) + 1)
    name = t("report.winner_of", generation=generation)
    return _series(name, numbers, [met[level] for level in LEVELS])


def _series(name: str, x: Sequence[int], met: Sequence[WinnerScore]) -> Series:
    low, high = ([m.interval[end] for m in met] for end in (0, 1))
    return Series(name, x, [m.score.share for m in met], low, high)


def _level_table(meetings: Sequence[WinnerScore], t: Texts) -> Html:
    generations = sorted({m.generation for m in meetings if m.opponent in LEVELS})
    met = {(m.generation, m.opponent): m for m in meetings}
    rows = []
    for number in generations:
        cells = []
        for level in LEVELS:
            meeting = met[number, level]
            low, high = meeting.interval
            share, *ends = (t.number(value, 2) for value in (meeting.score.share, low, high))
            cells.append(f"{share} ({'–'.join(ends)})")
        rows.append((t("report.winner_of", generation=number), *cells))
    levels = (t("report.level_n", level=i) for i in range(1, len(LEVELS) + 1))
    return table(("", *levels), rows, t("report.levels.table"))


def _winners_table(run: GeneRun, t: Texts) -> Html:
    """A table of the winners of all generations."""
    rows = [
        (
            f"{number}",
            format_genes(g.winner),
            t("report.points_of", points=max(g.wins), games=g.games),
        )
        for number, g in enumerate(run.generations, start=1)
    ]
    return table(headings(t, "generation", "winner", "won"), rows, t("report.winners"))
