"""The report of a tournament, as a function of what its games say."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.statistics.summary import AgentRow, Summary
from enraya.arena.statistics.survey import Survey, survey
from enraya.arena.statistics.tally import ResultCounts
from enraya.arena.store.store import Store
from enraya.reports import charts
from enraya.reports.charts import Part
from enraya.reports.duel import duel_section
from enraya.reports.page import Html, Page, Section, chart, folded, paragraph, table
from enraya.reports.replay import SCRIPT, Replays

MOST_IN_CROSS_TABLE = 40
"""The most agents for which the cross table is also written out."""
MOST_FAULTS = 100
REPETITIVE = 0.5
"""The share of repeated positions above which the report warns."""
UNBOUNDED = {
    "": "",
    "above": "no upper bound",
    "below": "no lower bound",
    "both": "not comparable",
}


def report_of(store: Store, summary: Summary) -> tuple[Page, Survey]:
    """The report of a tournament whose games are in the store, and what they were like."""
    replays = Replays(summary.tournament)
    games = replays.watch(store.rows(summary.tournament.id))
    seen = survey(summary.tournament, games)
    return tournament_page(summary, seen, replays), seen


def tournament_page(summary: Summary, seen: Survey, replays: Replays) -> Page:
    """The page with everything about a tournament."""
    tournament = summary.tournament
    sections = [ranking(summary)]
    if len(summary.agents) == 2:
        sections.append(duel_section(summary))
    sections += [cross_table(summary), sides(summary), *_costs(summary, seen)]
    sections += [games_section(summary, seen), replays.section()]
    state = "" if tournament.finished else ", not finished"
    title = f"Tournament {tournament.id}"
    subtitle = f"{describe(tournament.settings)}; {summary.games:,} games{state}"
    return Page(title, f"{subtitle}; begun {tournament.created}", sections, [SCRIPT])


def describe(settings: TournamentSettings) -> str:
    """What was played, in one line."""
    limit = settings.limit
    spent = {"s": limit.seconds, "nodes": limit.nodes, "plies deep": limit.depth}
    bounds = [f"{value:g} {unit} a move" for unit, value in spent.items() if value is not None]
    bounds += [f"clock {settings.clock}"] if settings.clock else []
    openings = (
        f"{len(settings.openings)} given openings"
        if settings.openings
        else f"random openings of {settings.opening_plies} moves"
    )
    parts = [settings.kind, settings.rules, f"{len(settings.agents)} agents", *bounds, openings]
    return ", ".join([*parts, f"seed {settings.seed}"])


def ranking(summary: Summary) -> Section:
    """How strong each agent is, with error bars."""
    rows = summary.agents
    ratings = [row.standing.rating for row in rows]
    drawing = charts.error_bars(
        [rating.agent for rating in ratings],
        [rating.elo for rating in ratings],
        [rating.low for rating in ratings],
        [rating.high for rating in ratings],
        "Elo",
    )
    headings = ["agent", "rank", "Elo", "95 % interval", "above next", "points", "+ = −"]
    headings += ["s/move", "nodes/move", "mistakes", "note"]
    lines = [_ranking_line(rank, row) for rank, row in enumerate(rows, start=1)]
    shown = [place for place in range(len(headings)) if any(line[place] for line in lines)]
    champion = [paragraph(f"{summary.champion} won.")] if summary.champion else []
    return Section(
        "Ranking",
        [
            *champion,
            paragraph(
                "Ratings by the model of Bradley and Terry, a draw being half a win; their mean "
                "is zero. “Above next” is the likelihood of being stronger than the next agent. "
                "Agents that took or lost every point against the rest have no bound on that "
                "side; they stand where one more drawn game would put them."
            ),
            chart(drawing, "Ratings with their 95 % intervals."),
            table(
                [headings[place] for place in shown],
                [[line[place] for place in shown] for line in lines],
            ),
        ],
    )


def _ranking_line(rank: int, row: AgentRow) -> list[str]:
    rating, total = row.standing.rating, row.standing.tally.total
    above = row.standing.superiority
    mistakes = row.mistakes
    notes = [UNBOUNDED[rating.unbounded]] if rating.unbounded else []
    notes += [row.spec] if row.spec != rating.agent else []
    return [
        rating.agent,
        str(rank),
        f"{rating.elo:+.0f}",
        f"{rating.low:+.0f} to {rating.high:+.0f}",
        "" if above is None else f"{above:.1%}",
        f"{total.points:g}/{total.games}",
        f"{total.wins} {total.draws} {total.losses}",
        "" if row.seconds is None else f"{row.seconds:.6f}",
        "" if row.nodes is None else f"{row.nodes:,.0f}",
        f"{mistakes.losing / mistakes.moves:.2%}" if mistakes and mistakes.moves else "",
        "; ".join(notes),
    ]


def cross_table(summary: Summary) -> Section:
    """Who scored how much against whom."""
    names = [row.standing.agent for row in summary.agents]
    scores = [
        [summary.tallies[one, other].total if (one, other) in summary.tallies else None
         for other in names]
        for one in names
    ]  # fmt: skip
    shares = [[None if score is None else round(score.share, 4) for score in row] for row in scores]
    texts = [
        ["" if score is None else f"{one} – {other}: {_points(score)}"
         for other, score in zip(names, row, strict=True)]
        for one, row in zip(names, scores, strict=True)
    ]  # fmt: skip
    drawing = charts.heat_map(names, names, shares, texts, "Share of points of each agent")
    parts = [chart(drawing, "Share of the points that the agent of a row took from each other.")]
    if len(names) <= MOST_IN_CROSS_TABLE:
        parts.append(folded("As numbers: wins, draws, losses", [_cross_numbers(names, scores)]))
    return Section("Cross table", parts)


def _cross_numbers(names: Sequence[str], scores: Sequence[Sequence[ResultCounts | None]]) -> Html:
    places = [str(place) for place in range(1, len(names) + 1)]
    lines = [
        [name, place, *("" if score is None else _wdl(score) for score in row)]
        for place, name, row in zip(places, names, scores, strict=True)
    ]
    return table(["agent", "", *places], lines)


def _wdl(score: ResultCounts) -> str:
    return f"{score.wins} {score.draws} {score.losses}"


def _points(score: ResultCounts) -> str:
    return f"{score.points:g} of {score.games} (+{score.wins} ={score.draws} −{score.losses})"


def sides(summary: Summary) -> Section:
    """Results with the first and with the second move."""
    names = [row.standing.agent for row in summary.agents]
    tallies = [row.standing.tally for row in summary.agents]
    parts = [
        Part("won as first", [tally.as_first.wins for tally in tallies], charts.HIGH),
        Part("won as second", [tally.as_second.wins for tally in tallies], charts.PALE_HIGH),
        Part("drawn", [tally.total.draws for tally in tallies], charts.NEUTRAL),
        Part("lost as second", [tally.as_second.losses for tally in tallies], charts.PALE_LOW),
        Part("lost as first", [tally.as_first.losses for tally in tallies], charts.LOW),
    ]
    lines = [
        [name, *_side(tally.as_first), *_side(tally.as_second), *_side(tally.total)]
        for name, tally in zip(names, tallies, strict=True)
    ]
    headings = ["agent", *(f"{side} {what}" for side in ("first", "second", "all") for what in
                           ("+ = −", "%"))]  # fmt: skip
    first = sum((tally.as_first for tally in tallies), ResultCounts())
    return Section(
        "Results per side",
        [
            paragraph(f"The first player took {first.share:.1%} of all points."),
            chart(charts.stacked(names, parts, "Games"), "Games by result and side."),
            table(headings, lines, "Wins, draws and losses, and the share of points."),
        ],
    )


def _side(score: ResultCounts) -> tuple[str, str]:
    return _wdl(score), f"{score.share:.1%}" if score.games else "–"


def _costs(summary: Summary, seen: Survey) -> list[Section]:
    """Time and nodes by ply, where agents reported them."""
    parts: list[Html] = []
    for means, what, unit in (
        (seen.seconds, "Time per move", "seconds"),
        (seen.nodes, "Nodes per move", "nodes"),
    ):
        series = _series(summary, means)
        if series:
            drawing = charts.lines(series, "move of the game", unit, what, log=True)
            parts.append(chart(drawing, f"{what} by move of the game, mean over all games."))
    return [Section("Time and nodes", parts)] if parts else []


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


def games_section(summary: Summary, seen: Survey) -> Section:
    """How long games were, how they ended, and how much they repeat each other."""
    names = summary.tournament.names
    lengths = charts.columns(list(seen.lengths), list(seen.lengths.values()), "moves", "games")
    repeated = (
        f"Of {seen.positions:,} positions that the agents' moves led to, {seen.redundancy:.1%} "
        f"had occurred before; {seen.repeated_games:,} games were move for move the same as an "
        "earlier one of the same agents."
    )
    if seen.redundancy > REPETITIVE:
        repeated += (
            " That is a lot: agents without randomness repeat themselves, and such games "
            "make the intervals look narrower than they are. More openings help."
        )
    endings = [[ending, f"{games:,}"] for ending, games in seen.terminations.items()]
    parts = [
        chart(lengths, "Moves of a game, the opening included."),
        table(["ending", "games"], endings),
        paragraph(repeated),
    ]
    faults = [
        [names[fault.agent], fault.termination, fault.reason, count]
        for fault, count in list(seen.faults.items())[:MOST_FAULTS]
    ]
    if faults:
        failed = f"Agents that lost by failing; the {MOST_FAULTS} most frequent failures."
        parts.append(table(["agent", "what", "why", "games"], faults, failed))
    return Section("Lengths and endings", parts)
