"""The report on a tuning of weights."""

from collections.abc import Sequence
from statistics import fmean

from enraya.arena.statistics.elo import logistic_elo, normalized_elo
from enraya.arena.statistics.sprt import Sprt
from enraya.evolve.duel import tally_of
from enraya.evolve.weights import TuningRun
from enraya.heuristics.weight_names import format_weight, weights_by_name
from enraya.reports.charts import Series
from enraya.reports.page import Page, Section, headings, line_chart
from enraya.reports.tournament import elo_interval
from enraya.result import Html, paragraph, table
from enraya.texts import ENGLISH, Texts

_STEP = 20
"""The number of pairs between two points on the curve of the sequential test."""


def tuning_report(run: TuningRun, t: Texts = ENGLISH) -> Page:
    """The report on a finished tuning, with all its sections."""
    s = run.settings
    subtitle = t(
        "report.tuning.subtitle",
        heuristic=s.heuristic,
        depth=s.depth,
        rules=s.rules,
        generations=s.generations,
        candidates=s.candidates,
        pairs=s.pairs,
        seed=s.seed,
    )
    sections = [
        Section(t("report.result"), _result(run, t)),
        Section(t("report.tuning.points"), [_points(run, t)]),
        Section(t("report.weights"), _weights(run, t)),
        Section(t("report.final"), [_final(run, t)]),
        Section(t("report.test"), [_test(run, t)]),
    ]
    return Page(t("report.tuning", heuristic=s.heuristic), subtitle, sections, texts=t)


def _result(run: TuningRun, t: Texts) -> list[Html]:
    tally = run.test.tally
    total = tally.total
    kept = "report.kept" if run.accepted else "report.not_kept"
    verdict = t.say(Sprt(0, run.settings.elo1).verdict(tally.pairs).reason)
    columns = headings(
        t, "won", "drawn", "lost", "points", "pairs_wdl", "elo_interval", "normalized_elo"
    )
    row = (
        t("report.tuned"), total.wins, total.draws, total.losses, t.number(total.share, 3),
        " ".join(map(str, tally.pairs)),
        elo_interval(logistic_elo(tally.pairs), t), elo_interval(normalized_elo(tally.pairs), t),
    )  # fmt: skip
    return [
        paragraph(t(kept, heuristic=run.test.heuristic)),
        paragraph(t("report.tuning.sprt", elo1=run.settings.elo1, verdict=verdict)),
        table(["", *columns], [row], t("report.test.table")),
    ]


def _points(run: TuningRun, t: Texts) -> Html:
    numbers = range(1, len(run.generations) + 1)
    shares = [g.shares for g in run.generations]
    means, low, high = ([of(s) for s in shares] for of in (fmean, min, max))
    best = Series(t("report.best_candidate"), numbers, high)
    mean = Series(t("report.mean"), numbers, means, low, high)
    axes = t("report.head.generation"), t("report.points_per_game")
    caption = t("report.tuning.points.caption", games=2 * run.settings.pairs)
    return line_chart([best, mean], *axes, t("report.tuning.points.chart"), caption)


def _weights(run: TuningRun, t: Texts) -> list[Html]:
    """A chart of the distribution's centre by generation, and a table of the weights."""
    original = weights_by_name(run.settings.heuristic)
    centres = [original, *(weights_by_name(g.centre) for g in run.generations)]
    tuned = weights_by_name(run.test.heuristic)
    series = [
        Series(name, range(len(centres)), _ratios([c[name] for c in centres], original[name]))
        for name in original
        if original[name] != 0
    ]
    rows = [(n, format_weight(original[n]), format_weight(tuned[n])) for n in original]
    axes, label = (t("report.head.generation"), t("report.weights.axis")), t("report.weights")
    return [
        line_chart(series, *axes, label, t("report.weights.caption"), log=True),
        table(headings(t, "weight", "original", "tuned"), rows, label),
    ]


def _ratios(values: Sequence[float], original: float) -> list[float | None]:
    """The values as multiples of the original; None if a logarithmic axis cannot show them.

    >>> _ratios([-8.0, -2.0, 0.0, 4.0], -4.0)
    [2.0, 0.5, None, None]
    """
    return [value / original if value / original > 0 else None for value in values]


def _final(run: TuningRun, t: Texts) -> Html:
    rows = []
    for finalist in run.finalists:
        total = finalist.tally.total
        share = t.number(total.share, 3)
        rows.append((finalist.heuristic, total.wins, total.draws, total.losses, share))
    columns = headings(t, "heuristic", "won", "drawn", "lost", "points")
    return table(columns, rows, t("report.final.table"))


def _test(run: TuningRun, t: Texts) -> Html:
    test, winners = Sprt(0, run.settings.elo1), run.test.winners
    lengths = [*range(_STEP, len(winners), _STEP), len(winners)]
    ratios = [test.verdict(tally_of(winners[:n]).pairs).llr for n in lengths]
    low, high = test.bounds
    series = [
        Series(t("report.llr"), lengths, ratios),
        Series(t("report.accepted_above"), lengths, [high] * len(lengths)),
        Series(t("report.rejected_below"), lengths, [low] * len(lengths)),
    ]
    axes = t("report.pairs"), t("report.llr")
    return line_chart(series, *axes, t("report.test.chart"), t("report.test.caption"))
