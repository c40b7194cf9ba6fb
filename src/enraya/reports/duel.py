"""The part of a report that only a match of two has: pairs, and a verdict if there was a test."""

from enraya.arena.results.summary import Summary
from enraya.arena.statistics.elo import EloEstimate, logistic_elo, normalized_elo, superiority
from enraya.reports.page import Section
from enraya.result import paragraph, table
from enraya.texts import ENGLISH, Texts


def duel_section(summary: Summary, t: Texts = ENGLISH) -> Section:
    """What the pairs of games say about the difference between the two agents."""
    one, other = summary.tournament.names
    tally = summary.tallies.get((one, other))
    counts = tally.pairs if tally else (0, 0, 0, 0, 0)
    headings = [t("report.pairs"), "LL", "LD", "DD+WL", "WD", "WW"]
    lines = [
        ["Elo", _interval(logistic_elo(counts), t)],
        [t("report.normalized_elo"), _interval(normalized_elo(counts), t)],
        [t("report.superiority"), t.share(superiority(counts), 2)],
    ]
    parts = [
        paragraph(t("report.duel.view", agent=one)),
        table(headings, [[sum(counts), *counts]], t("report.duel.letters")),
        table([t("report.difference"), t("report.value_interval")], lines),
    ]
    test = summary.tournament.settings.test
    if test:
        scale = "report.normalized_elo" if test.normalized else "report.logistic_elo"
        settings = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
        reason = t.say(test.verdict(counts).reason)
        parts.append(paragraph(t("report.sprt", scale=t(scale), verdict=reason, **settings)))
    return Section(t("report.duel"), parts)


def _interval(estimate: EloEstimate, t: Texts) -> str:
    elo, low, high = (
        t.number(value, 1, sign=True) for value in (estimate.elo, estimate.low, estimate.high)
    )
    return f"{elo} ({t.interval(low, high)})"
