"""Comparisons of two versions of a team, by games whose results only the team sees."""

from typing import Any, Literal, NamedTuple

from enraya.arena.statistics.elo import wilson_interval
from enraya.arena.statistics.tally import ResultCounts, count
from enraya.errors import InvalidSetting
from enraya.league.model.event_plan import EventPlan
from enraya.league.model.records import Version
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence

GAMES = 100
_KEY = "comparison "
"""The prefix of the name under which the store keeps a team's comparison."""


class VersionComparison(NamedTuple):
    """The two versions that a team compares, and the tournament in which they play."""

    team: int
    one: int
    """The number of the earlier version; `other` is that of the later one."""
    other: int
    tournament: int


class Findings(NamedTuple):
    """How well the later version does against the earlier one, so far."""

    counts: ResultCounts
    """The wins, draws and losses of the later version."""
    low: float
    """The lower end of the 95 % confidence interval of its expected share of points."""
    high: float

    @property
    def verdict(self) -> Literal["stronger", "weaker", "open"]:
        """`stronger`, `weaker`, or `open` if the interval contains 1/2 or games are missing.

        There is no earlier verdict, because an interval that is checked after every game is wrong
        more often than its confidence level says.
        """
        if self.counts.games < GAMES:
            return "open"
        if self.low > 1 / 2:
            return "stronger"
        return "weaker" if self.high < 1 / 2 else "open"


def begin_comparison(store: LeagueStore, one: Version, other: Version) -> VersionComparison:
    """Starts a comparison of two versions of a team, which replaces the team's previous one.

    If the same two were compared before under the same settings, the games played then count.

    Raises:
        InvalidSetting: when both versions are the same, or one of them was never active.
    """
    one, other = sorted((one, other), key=lambda version: version.number)
    places = {player.version_id: player.place for player in store.players.all()}
    if one.id == other.id or one.id not in places or other.id not in places:
        raise InvalidSetting(Sentence("league.compare_two"))
    ladder = store.ladder
    entrants = tuple(ladder.settings.agents[places[version.id]] for version in (one, other))
    league = store.settings
    settings = EventPlan("round-robin", GAMES, seed=league.seed).tournament(league, entrants)
    known = store.arena.find(settings) or store.arena.create(settings, ladder.openings)
    made = VersionComparison(one.team, one.number, other.number, known.id)
    store.publish(f"{_KEY}{one.team}", made._asdict())
    return made


def comparison_of(store: LeagueStore, team: int) -> VersionComparison | None:
    """The comparison that a team asked for last, or None."""
    found: dict[str, Any] | None = store.published(f"{_KEY}{team}")
    return None if found is None else VersionComparison(**found)


def open_comparisons(store: LeagueStore) -> list[int]:
    """The tournaments of all comparisons with games left to play, the oldest request first."""
    query = "SELECT what FROM published WHERE what LIKE ? ORDER BY time"
    names = [name for (name,) in store.database.query(query, f"{_KEY}%")]
    found = [comparison_of(store, int(name.removeprefix(_KEY))) for name in names]
    unfinished = "SELECT count(*) FROM tournaments WHERE id = ? AND finished = 0"
    return [one.tournament for one in found
            if one and store.database.number(unfinished, one.tournament)]  # fmt: skip


def findings_of(store: LeagueStore, comparison: VersionComparison) -> Findings:
    """The findings of a comparison from the games played so far."""
    tournament = store.arena.tournament(comparison.tournament)
    one, other = tournament.names
    tally = count(store.arena.results(tournament)).get((other, one))
    counts = tally.total if tally else ResultCounts(0, 0, 0)
    low, high = wilson_interval(counts.share, counts.games) if counts.games else (0.0, 1.0)
    return Findings(counts, low, high)
