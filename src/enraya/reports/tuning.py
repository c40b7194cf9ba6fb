"""The report of a tuning of weights."""

from collections.abc import Sequence
from statistics import fmean

from enraya.arena.statistics.pentanomial import logistic_elo, normalized_elo
from enraya.arena.statistics.sprt import Sprt
from enraya.evolve.duel import tally_of
from enraya.evolve.tuned import TuningRun
from enraya.heuristics.tuning import format_weight, weights_by_name
from enraya.reports.charts import Series, lines
from enraya.reports.page import Html, Page, Section, chart, paragraph, table

_STEP = 20
"""Pairs between two points on the curve of the test."""


def tuning_report(run: TuningRun) -> Page:
    """Everything about a run."""
    s = run.settings
    subtitle = (
        f"{s.heuristic} at depth {s.depth} on {s.rules}: {s.generations} generations of "
        f"{s.candidates} candidates, {s.pairs} pairs of games each, seed {s.seed}"
    )
    sections = [
        Section("The result", _result(run)),
        Section("Points by generation", [_points(run)]),
        Section("Weights", _weights(run)),
        Section("The final", [_final(run)]),
        Section("The test", [_test(run)]),
    ]
    return Page(f"Tuning of {s.heuristic}", subtitle, sections)


def _result(run: TuningRun) -> list[Html]:
    tally = run.test.tally
    total, estimate = tally.total, logistic_elo(tally.pairs)
    normalized = normalized_elo(tally.pairs)
    verdict = "kept" if run.accepted else "not kept: the original stays"
    return [
        paragraph(f"{run.test.heuristic}: {verdict}."),
        paragraph(f"SPRT(0, {run.settings.elo1:g}) against the original. {run.verdict}."),
        table(
            ("", "won", "drawn", "lost", "points", "pairs LL, LD, DD+WL, WD, WW",
             "Elo, 95 % interval", "normalized Elo"),
            [("tuned", total.wins, total.draws, total.losses, f"{total.share:.3f}",
              " ".join(map(str, tally.pairs)),
              f"{estimate.elo:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})",
              f"{normalized.elo:+.0f} ({normalized.low:+.0f} to {normalized.high:+.0f})")],
            "The games of the test, as the tuned heuristic sees them",
        ),
    ]  # fmt: skip


def _points(run: TuningRun) -> Html:
    numbers = range(1, len(run.generations) + 1)
    shares = [g.shares for g in run.generations]
    best = Series("best candidate", numbers, [max(s) for s in shares])
    mean = Series(
        "mean",
        numbers,
        [fmean(s) for s in shares],
        [min(s) for s in shares],
        [max(s) for s in shares],
    )
    drawing = lines([best, mean], "generation", "points per game", "Points against the original")
    return chart(
        drawing,
        f"Points of the candidates in {2 * run.settings.pairs} games against the original; the "
        "band reaches from the worst to the best.",
    )


def _weights(run: TuningRun) -> list[Html]:
    """How the centre of the distribution moved, and what came of it."""
    original = weights_by_name(run.settings.heuristic)
    centres = [original, *(weights_by_name(g.centre) for g in run.generations)]
    tuned = weights_by_name(run.test.heuristic)
    series = [
        Series(name, range(len(centres)), _ratios([c[name] for c in centres], original[name]))
        for name in original
        if original[name] != 0
    ]
    rows = [(n, format_weight(original[n]), format_weight(tuned[n])) for n in original]
    return [
        chart(
            lines(series, "generation", "weight, original = 1", "Weights", log=True),
            "The middle of the distribution, each weight as a multiple of its original value; a "
            "common factor of all weights changes nothing. Changed signs are left out.",
        ),
        table(("weight", "original", "tuned"), rows, "The weights"),
    ]


def _ratios(values: Sequence[float], original: float) -> list[float | None]:
    return [value / original if value / original > 0 else None for value in values]


def _final(run: TuningRun) -> Html:
    rows = []
    for finalist in run.finalists:
        total = finalist.tally.total
        share = f"{total.share:.3f}"
        rows.append((finalist.heuristic, total.wins, total.draws, total.losses, share))
    return table(("heuristic", "won", "drawn", "lost", "points"), rows, "The finalists")


def _test(run: TuningRun) -> Html:
    test, winners = Sprt(0, run.settings.elo1), run.test.winners
    lengths = [*range(_STEP, len(winners), _STEP), len(winners)]
    ratios = [test.verdict(tally_of(winners[:n]).pairs).llr for n in lengths]
    low, high = test.bounds
    series = [
        Series("log-likelihood ratio", lengths, ratios),
        Series("accepted above", lengths, [high] * len(lengths)),
        Series("rejected below", lengths, [low] * len(lengths)),
    ]
    drawing = lines(series, "pairs of games", "log-likelihood ratio", "How the test went")
    return chart(drawing, "The test looks at the games after every hundred pairs.")
