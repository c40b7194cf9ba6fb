"""The part of a report that only a match of two has: pairs, and a verdict if there was a test."""

from enraya.arena.statistics.pentanomial import Estimate, logistic_elo, normalized_elo, superiority
from enraya.arena.statistics.summary import Summary
from enraya.reports.page import Section, paragraph, table


def duel_section(summary: Summary) -> Section:
    """What the pairs of games say about the difference between the two agents."""
    one, other = summary.tournament.names
    tally = summary.tallies.get((one, other))
    counts = tally.pairs if tally else (0, 0, 0, 0, 0)
    headings = ["pairs of games", "LL", "LD", "DD+WL", "WD", "WW"]
    lines = [
        ["Elo", _interval(logistic_elo(counts))],
        ["normalized Elo", _interval(normalized_elo(counts))],
        ["likelihood of superiority", f"{superiority(counts):.2%}"],
    ]
    parts = [
        paragraph(f"As {one} sees it: two games from each opening, with sides swapped."),
        table(headings, [[sum(counts), *counts]]),
        table(["difference", "value and 95 % interval"], lines),
    ]
    test = summary.tournament.settings.test
    if test:
        scale = "normalized" if test.normalized else "logistic"
        parts.append(
            paragraph(
                f"Sequential test of {test.elo0:g} (H0) against {test.elo1:g} (H1) {scale} Elo, "
                f"alpha {test.alpha:g}, beta {test.beta:g}: {test.verdict(counts).reason}."
            )
        )
    return Section("The two agents", parts)


def _interval(estimate: Estimate) -> str:
    return f"{estimate.elo:+.1f} ({estimate.low:+.1f} to {estimate.high:+.1f})"
