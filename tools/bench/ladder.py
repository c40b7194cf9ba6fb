"""Simulated leagues: how accurate the ladder's ratings are when the true strengths are known.

No games are played: the points of a pair are drawn at random, given the players' strengths, by the
rating model. The ladder chooses the pairs, and teams submit new versions meanwhile.

    python -m tools.bench.ladder --leagues 20 --races 2
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Annotated, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from enraya.arena.statistics.elo import share_of_elo, wilson_interval
from enraya.arena.statistics.rating import Ratings
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.rank.information_gain import most_informative
from enraya.league.rank.ratings import (
    ORIGIN,
    Anchors,
    calibration_pairs,
    find_anchors,
    rate_players,
    without_uncertainty,
)
from enraya.league.rank.results import PAIR_GAMES, LadderResults, PlayedPair
from tools.bench.servers import JsonOption

BASELINES = (ORIGIN, ORIGIN + 250, ORIGIN + 500)
"""The strengths of the baselines of a simulated league, in Elo."""
MEAN, SPREAD = ORIGIN + 250, 200.0
"""The mean and the standard deviation of first versions' strengths, in Elo."""
CHANGE = 100.0
"""The standard deviation of the change in strength from one version to the next, in Elo."""
NEW_VERSIONS = 0.02
"""The probability that some team submits a new version after a pair."""
DRAWS = 0.1
"""The share of draws between equally strong players."""
OPENINGS = 10_000

Chooser = Callable[["SimulatedLeague", Ratings], tuple[int, int]]
"""Chooses the two players of the next pair."""


@dataclass(slots=True)
class SimulatedLeague:
    """A class of teams with known strengths; the games between baselines have been played."""

    rng: np.random.Generator
    teams: int
    strengths: list[float] = field(default_factory=list)
    """The true strength of each player, by its index."""
    players: list[LadderPlayer] = field(default_factory=list)
    results: LadderResults = field(default_factory=LadderResults)
    anchors: Anchors = field(init=False)
    """The baselines with their ratings taken as exact, for the choice of pairs."""

    def __post_init__(self) -> None:
        for place, strength in enumerate(BASELINES):
            self.players.append(LadderPlayer(place, f"baseline {place}", ""))
            self.strengths.append(strength)
        for pair in calibration_pairs(self.players):
            self.play(pair)
        self.anchors = without_uncertainty(find_anchors(self.players, self.results))
        for team in range(self.teams):
            self._enter(team, float(self.rng.normal(MEAN, SPREAD)), None)

    @property
    def active(self) -> list[int]:
        """The indexes of the teams' active versions."""
        return [p.place for p in self.players if p.is_active and not p.is_baseline]

    def submit(self, team: int) -> None:
        """Replaces a team's version by a new one."""
        before = next(p for p in self.players if p.team == team and p.is_active)
        self.players[before.place] = before._replace(is_active=False)
        strength = self.strengths[before.place] + float(self.rng.normal(0, CHANGE))
        self._enter(team, strength, before.place)

    def _enter(self, team: int, strength: float, predecessor: int | None) -> None:
        place = len(self.players)
        name = f"team {team} at {place}"
        self.players.append(LadderPlayer(place, name, "", place, team, predecessor))
        self.strengths.append(strength)

    def play(self, pair: LadderPair) -> None:
        """Plays a pair of games by drawing its points at random."""
        share = share_of_elo(self.strengths[pair.one] - self.strengths[pair.other])
        draw = DRAWS * 4 * share * (1 - share)
        chances = self.rng.random(PAIR_GAMES)
        points = ((chances < share - draw / 2).sum() + (chances < share + draw / 2).sum()) / 2
        self.results.add(PlayedPair(pair, float(points), (0, 0)))

    def play_next(self, choose: Chooser) -> None:
        """Chooses and plays one more pair."""
        one, other = choose(self, self.rated())
        self.play(LadderPair(one, other, self.results.next_number(one, other, ())))

    def rated(self) -> Ratings:
        """The current ratings, from which pairs are chosen."""
        return rate_players(self.players, self.results, self.anchors)

    def begun(self, places: NDArray[np.intp]) -> NDArray[np.int64]:
        """For any two of these players, how many pairs they have played."""
        return self.results.begun[np.ix_(places, places)]


def by_ladder(league: SimulatedLeague, rated: Ratings) -> tuple[int, int]:
    """The two players that the ladder would let play next."""
    places = np.array([p.place for p in league.players if p.is_active], dtype=np.intp)
    chosen = most_informative(
        np.array([rated.ratings[place].elo for place in places]),
        rated.covariance[np.ix_(places, places)],
        league.begun(places),
        np.array([league.players[place].is_baseline for place in places]),
        OPENINGS,
        np.array([bool(rated.ratings[place].unbounded) for place in places]),
    )
    assert chosen is not None
    return int(places[chosen[0]]), int(places[chosen[1]])


def by_round_robin(league: SimulatedLeague, _: Ratings) -> tuple[int, int]:
    """The two players that have met least often, baselines among themselves excluded."""
    places = [p.place for p in league.players if p.is_active]
    pairs = [(i, j) for i, j in combinations(places, 2) if j >= len(BASELINES)]
    fewest = min(league.results.begun[pair] for pair in pairs)
    open_pairs = [pair for pair in pairs if league.results.begun[pair] == fewest]
    return open_pairs[int(league.rng.integers(len(open_pairs)))]


class Coverage(NamedTuple):
    """How often the 95 % intervals of active versions contained the true strength."""

    leagues: int
    intervals: int
    share: float
    low: float
    """The lower end of the share's 95 % interval, if all intervals were independent."""
    high: float
    width: float
    """The mean width of an interval, in Elo."""


def measure_coverage(leagues: int, teams: int, pairs: int, seed: int = 1) -> Coverage:
    """Simulates leagues in which teams submit new versions, and checks the final intervals.

    Args:
        leagues: how many leagues to simulate.
        teams: how many teams each league has.
        pairs: how many pairs each league plays, besides those between baselines.
        seed: decides the strengths and the results.
    """
    held: list[bool] = []
    widths: list[float] = []
    for number in range(leagues):
        league = SimulatedLeague(np.random.default_rng((seed, number)), teams)
        for _ in range(pairs):
            if league.rng.random() < NEW_VERSIONS:
                league.submit(int(league.rng.integers(teams)))
            league.play_next(by_ladder)
        ratings = rate_players(league.players, league.results)
        for place in league.active:
            rating, strength = ratings.ratings[place], league.strengths[place]
            held.append(rating.low <= strength <= rating.high)
            widths.append(rating.high - rating.low)
    share = sum(held) / len(held)
    low, high = wilson_interval(share, len(held))
    return Coverage(leagues, len(held), share, low, high, sum(widths) / len(widths))


class GamesToWidth(NamedTuple):
    """How many games it takes until no interval is wider than a limit."""

    teams: int
    width: float
    ladder: float
    """The mean over all leagues when the ladder chooses the pairs."""
    round_robin: float


def measure_games(leagues: int, teams: int, width: float, seed: int = 1) -> GamesToWidth:
    """Simulates leagues until all intervals are narrow, with pairs from the ladder or in turn."""
    games = [
        [_games_until(width, teams, choose, (seed, number)) for number in range(leagues)]
        for choose in (by_ladder, by_round_robin)
    ]
    ladder, round_robin = (sum(counts) / leagues for counts in games)
    return GamesToWidth(teams, width, ladder, round_robin)


def _games_until(width: float, teams: int, choose: Chooser, seed: tuple[int, int]) -> int:
    league = SimulatedLeague(np.random.default_rng(seed), teams)
    for pairs in count():
        rated = league.rated()
        ratings = [rated.ratings[place] for place in league.active]
        if max(rating.high - rating.low for rating in ratings) <= width:
            return PAIR_GAMES * pairs
        one, other = choose(league, rated)
        league.play(LadderPair(one, other, league.results.next_number(one, other, ())))
    raise AssertionError("more games always make intervals narrower")


def main(
    leagues: Annotated[
        int, typer.Option(min=1, max=100_000, help="Leagues to simulate for the intervals.")
    ] = 200,
    teams: Annotated[int, typer.Option(min=2, max=200, help="Teams in each league.")] = 8,
    pairs: Annotated[int, typer.Option(min=1, max=100_000, help="Pairs in each league.")] = 160,
    races: Annotated[
        int, typer.Option(min=1, max=10_000, help="Leagues to compare with a round robin.")
    ] = 20,
    width: Annotated[
        float, typer.Option(min=20, max=600, help="The widest interval allowed, in Elo.")
    ] = 200.0,
    seed: Annotated[int, typer.Option(min=0, help="The random seed.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Simulate leagues with known strengths, to check intervals and to count games."""
    held = measure_coverage(leagues, teams, pairs, seed)
    race = measure_games(races, teams, width, seed)
    if as_json:
        print(json.dumps({"coverage": held._asdict(), "games": race._asdict()}))
        return
    table = Table("measured", "in", "result")
    table.add_row(
        "95 % intervals that hold the strength",
        f"{held.leagues} leagues, {held.intervals:,} intervals, {held.width:.0f} Elo wide",
        f"{held.share:.1%} ({held.low:.1%} to {held.high:.1%})",
    )
    what = f"games until no interval is wider than {race.width:g} Elo"
    table.add_row(what, f"{races} leagues of {race.teams} teams, ladder", f"{race.ladder:,.0f}")
    table.add_row(what, "the same, round robin", f"{race.round_robin:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
