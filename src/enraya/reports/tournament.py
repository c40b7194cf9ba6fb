"""The report on a tournament, as a function of its summary and a survey of its games."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.results.summary import AgentRow, Summary, summarise
from enraya.arena.results.survey import Survey, survey
from enraya.arena.statistics.elo import EloEstimate, logistic_elo, normalized_elo, superiority
from enraya.arena.statistics.tally import ResultCounts
from enraya.arena.store.store import Store, Tournament
from enraya.printable import printable
from enraya.reports import charts
from enraya.reports.charts import Part
from enraya.reports.page import Page, Section, chart, folded, headings, line_chart
from enraya.reports.replay import SCRIPT, Replays, ending_name
from enraya.result import Html, paragraph, table
from enraya.texts import ENGLISH, Texts

MOST_IN_CROSS_TABLE = 40
"""The most agents for which the cross table is also written as numbers."""
MOST_FAULTS = 100
REPETITIVE = 0.5
"""The share of repeated positions above which the report warns about repetition."""


def report_of(store: Store, summary: Summary, t: Texts = ENGLISH) -> tuple[Page, Survey]:
    """The report on a tournament whose games are in the store, and the survey of these games."""
    replays = Replays(summary.tournament)
    games = replays.watch(store.rows(summary.tournament.id))
    seen = survey(summary.tournament, games)
    return tournament_page(summary, seen, replays, t), seen


def report_text(store: Store, tournament: Tournament, t: Texts = ENGLISH) -> str:
    """The report on a tournament whose games are in the store, as HTML text."""
    page, _ = report_of(store, summarise(store, tournament), t)
    return page.render()


def tournament_page(summary: Summary, seen: Survey, replays: Replays, t: Texts = ENGLISH) -> Page:
    """The report on a tournament, with all its sections."""
    tournament = summary.tournament
    sections = [ranking(summary, t)]
    if len(summary.agents) == 2:
        sections.append(duel_section(summary, t))
    sections += [cross_table(summary, t), sides(summary, t), *_costs(summary, seen, t)]
    sections += [games_section(summary, seen, t), replays.section(t)]
    played = t("report.games", games=t.number(summary.games))
    if not tournament.finished:
        played = t("report.not_finished", what=played)
    begun = t("report.begun", when=_minute(tournament.created))
    subtitle = "; ".join([describe(tournament.settings, t), played, begun])
    title = t("report.tournament", number=tournament.id)
    return Page(title, subtitle, sections, [SCRIPT], t)


def _minute(created: str) -> str:
    """An ISO 8601 time to the minute, in UTC.

    >>> _minute("2026-01-31T09:30:12+00:00")
    '2026-01-31 09:30 UTC'
    """
    return f"{datetime.fromisoformat(created).astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def describe(settings: TournamentSettings, t: Texts = ENGLISH) -> str:
    """The settings of a tournament in one line: kind, rules, agents, limits, openings, seed."""
    limit = settings.limit
    spent = {"seconds": limit.seconds, "nodes": limit.nodes, "depth": limit.depth}
    bounds = [
        t(f"report.limit.{unit}", value=value) for unit, value in spent.items() if value is not None
    ]
    bounds += [t("report.clock", clock=settings.clock)] if settings.clock else []
    openings = (
        t("report.given_openings", count=len(settings.openings))
        if settings.openings
        else t("report.random_openings", moves=settings.opening_plies)
    )
    agents = t("report.agents", count=len(settings.agents))
    parts = [t(f"report.kind.{settings.kind}"), settings.rules, agents, *bounds, openings]
    return ", ".join([*parts, t("report.seed", seed=settings.seed)])


def ranking(summary: Summary, t: Texts = ENGLISH) -> Section:
    """The section with the ranking: a chart of ratings with error bars, and a table."""
    rows = summary.agents
    ratings = [row.standing.rating for row in rows]
    drawing = charts.error_bars(
        [rating.agent for rating in ratings],
        [rating.elo for rating in ratings],
        [rating.low for rating in ratings],
        [rating.high for rating in ratings],
        "Elo",
        t("report.ranking.chart"),
    )
    columns = headings(
        t, "agent", "rank", "elo", "interval", "above_next", "points", "record", "seconds_move",
        "nodes_move", "mistakes", "note",
    )  # fmt: skip
    lines = [_ranking_line(rank, row, t) for rank, row in enumerate(rows, start=1)]
    shown = [any(line[place] for line in lines) for place in range(len(columns))]
    champion = t("report.won", agent=summary.champion) if summary.champion else ""
    return Section(
        t("report.ranking"),
        [
            *([paragraph(champion)] if champion else []),
            paragraph(t("report.ranking.text")),
            chart(drawing, t("report.ranking.chart")),
            table(list(compress(columns, shown)), [list(compress(line, shown)) for line in lines]),
        ],
    )


def _ranking_line(rank: int, row: AgentRow, t: Texts) -> list[str]:
    rating, total = row.standing.rating, row.standing.tally.total
    above = row.standing.superiority
    mistakes = row.mistakes
    notes = [t(f"report.unbounded.{rating.unbounded}")] if rating.unbounded else []
    notes += [printable(row.spec)] if row.spec != rating.agent else []
    return [
        rating.agent,
        str(rank),
        t.number(rating.elo, sign=True),
        t.interval(t.number(rating.low, sign=True), t.number(rating.high, sign=True)),
        "" if above is None else t.share(above),
        f"{t.plain(f'{total.points:g}')}/{total.games}",
        f"{total.wins} {total.draws} {total.losses}",
        "" if row.seconds is None else t.number(row.seconds, 6),
        "" if row.nodes is None else t.number(row.nodes),
        t.share(mistakes.losing / mistakes.moves, 2) if mistakes and mistakes.moves else "",
        "; ".join(notes),
    ]


def duel_section(summary: Summary, t: Texts = ENGLISH) -> Section:
    """The section on the difference in strength between two agents, from their pairs of games."""
    one, other = summary.tournament.names
    tally = summary.tallies.get((one, other))
    counts = tally.pairs if tally else (0, 0, 0, 0, 0)
    columns = [t("report.pairs"), "LL", "LD", "DD+WL", "WD", "WW"]
    lines = [
        ["Elo", elo_interval(logistic_elo(counts), t, 1)],
        [t("report.normalized_elo"), elo_interval(normalized_elo(counts), t, 1)],
        [t("report.superiority"), t.share(superiority(counts), 2)],
    ]
    parts = [
        paragraph(t("report.duel.view", agent=one)),
        table(columns, [[sum(counts), *counts]], t("report.duel.letters")),
        table([t("report.difference"), t("report.value_interval")], lines),
    ]
    test = summary.tournament.settings.test
    if test:
        scale = "report.normalized_elo" if test.normalized else "report.logistic_elo"
        settings = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
        reason = t.say(test.verdict(counts).reason)
        parts.append(paragraph(t("report.sprt", scale=t(scale), verdict=reason, **settings)))
    return Section(t("report.duel"), parts)


def elo_interval(estimate: EloEstimate, t: Texts, digits: int = 0) -> str:
    """A difference in Elo with its interval, such as ``+12 (-3 to +27)``."""
    elo, low, high = (
        t.number(value, digits, sign=True) for value in (estimate.elo, estimate.low, estimate.high)
    )
    return f"{elo} ({t.interval(low, high)})"


def cross_table(summary: Summary, t: Texts = ENGLISH) -> Section:
    """The section with the cross table: each agent's share of points against each other."""
    names = [row.standing.agent for row in summary.agents]
    scores = [
        [summary.tallies[one, other].total if (one, other) in summary.tallies else None
         for other in names]
        for one in names
    ]  # fmt: skip
    shares = [[None if score is None else round(score.share, 4) for score in row] for row in scores]
    texts = [
        ["" if score is None else f"{one} – {other}: {_points(score, t)}"
         for other, score in zip(names, row, strict=True)]
        for one, row in zip(names, scores, strict=True)
    ]  # fmt: skip
    drawing = charts.heat_map(names, names, shares, texts, t("report.cross.chart"))
    parts = [chart(drawing, t("report.cross.caption"))]
    if len(names) <= MOST_IN_CROSS_TABLE:
        numbers = _cross_numbers(names, scores, t)
        parts.append(folded(t("report.cross.numbers"), [numbers]))
    return Section(t("report.cross"), parts)


def _cross_numbers(
    names: Sequence[str], scores: Sequence[Sequence[ResultCounts | None]], t: Texts
) -> Html:
    places = [str(place) for place in range(1, len(names) + 1)]
    lines = [
        [name, place, *("" if score is None else _wdl(score) for score in row)]
        for place, name, row in zip(places, names, scores, strict=True)
    ]
    return table([t("report.head.agent"), "", *places], lines)


def _wdl(score: ResultCounts) -> str:
    return f"{score.wins} {score.draws} {score.losses}"


def _points(score: ResultCounts, t: Texts) -> str:
    taken = t("report.points_of", points=score.points, games=score.games)
    return f"{taken} (+{score.wins} ={score.draws} −{score.losses})"


def sides(summary: Summary, t: Texts = ENGLISH) -> Section:
    """The section on the agents' results as first and as second player."""
    names = [row.standing.agent for row in summary.agents]
    tallies = [row.standing.tally for row in summary.agents]
    parts = [
        Part(t("report.won_first"), [tally.as_first.wins for tally in tallies], charts.HIGH),
        Part(t("report.won_second"), [tally.as_second.wins for tally in tallies], charts.PALE_HIGH),
        Part(t("report.drawn"), [tally.total.draws for tally in tallies], charts.NEUTRAL),
        Part(
            t("report.lost_second"), [tally.as_second.losses for tally in tallies], charts.PALE_LOW
        ),
        Part(t("report.lost_first"), [tally.as_first.losses for tally in tallies], charts.LOW),
    ]
    lines = [
        [name, *_side(tally.as_first, t), *_side(tally.as_second, t), *_side(tally.total, t)]
        for name, tally in zip(names, tallies, strict=True)
    ]
    kinds = headings(t, "first", "second", "all")
    columns = [f"{side} {what}" for side in kinds for what in (t("report.head.record"), "%")]
    first = sum((tally.as_first for tally in tallies), ResultCounts())
    return Section(
        t("report.sides"),
        [
            paragraph(t("report.sides.text", share=t.share(first.share))),
            chart(charts.stacked(names, parts, t("report.sides.axis")), t("report.sides.chart")),
            table([t("report.head.agent"), *columns], lines, t("report.sides.table")),
        ],
    )


def _side(score: ResultCounts, t: Texts) -> tuple[str, str]:
    return _wdl(score), t.share(score.share) if score.games else "–"


def _costs(summary: Summary, seen: Survey, t: Texts) -> list[Section]:
    """The section on the time and nodes of moves by ply; no section if nothing was noted."""
    parts: list[Html] = []
    for means, unit in ((seen.seconds, "seconds"), (seen.nodes, "nodes")):
        series = _series(summary, means)
        if series:
            words = t(f"report.costs.{unit}.chart")
            axis, unit_word = t("report.move_of_game"), t(f"report.costs.{unit}")
            parts.append(line_chart(series, axis, unit_word, words, words, log=True))
    return [Section(t("report.costs"), parts)] if parts else []


def _series(summary: Summary, means: NDArray[np.float64]) -> list[charts.Series]:
    places = {name: place for place, name in enumerate(summary.tournament.names)}
    series = []
    for row in summary.agents:
        line = means[places[row.standing.agent]]
        noted = np.flatnonzero(~np.isnan(line))
        if len(noted):
            values = [float(f"{value:.4g}") for value in line[noted]]
            series.append(charts.Series(row.standing.agent, (noted + 1).tolist(), values))
    return series


def games_section(summary: Summary, seen: Survey, t: Texts = ENGLISH) -> Section:
    """The section on games: their lengths, endings, faults and repetition."""
    names = summary.tournament.names
    axes = headings(t, "moves", "games")
    lengths = charts.columns(list(seen.lengths), list(seen.lengths.values()), *axes)
    repeated = t(
        "report.repeated",
        positions=t.number(seen.positions),
        share=t.share(seen.redundancy),
        games=t.number(seen.repeated_games),
    )
    if seen.redundancy > REPETITIVE:
        repeated += " " + t("report.repetitive")
    endings = [[ending_name(ending, t), t.number(n)] for ending, n in seen.terminations.items()]
    parts = [
        chart(lengths, t("report.lengths.chart")),
        table(headings(t, "ending", "games"), endings),
        paragraph(repeated),
    ]
    faults = [
        [names[fault.agent], ending_name(fault.termination, t), t.say(fault.reason), count]
        for fault, count in list(seen.faults.items())[:MOST_FAULTS]
    ]
    if faults:
        columns = headings(t, "agent", "what", "why", "games")
        parts.append(table(columns, faults, t("report.faults", most=MOST_FAULTS)))
    return Section(t("report.lengths"), parts)
