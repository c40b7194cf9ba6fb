"""Grades: the points of each team, with the evidence for them, computed from the store.

A grade depends only on the settings and on stored games, which do not change. It can therefore be
recomputed at any time, by anyone who has them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import time
from typing import Any, Literal, NamedTuple

from enraya.league.model.event_plan import EventState
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.event_results import places
from enraya.league.rank.evidence import BaselineTest, Examination, JudgedMoves, JudgedPair
from enraya.league.rank.results import LadderResults, PlayedPair, read_results
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore, check_change

Kind = Literal["baseline", "moves", "place"]
_JUDGED = """
SELECT game, first, second, judged.first_moves, judged.first_losing, judged.second_moves,
    judged.second_losing
FROM judged JOIN games ON games.id = judged.game WHERE tournament = ?
"""


@dataclass(frozen=True, slots=True)
class GradeItem:
    """One part of a grade: a baseline to beat, the quality of moves, or a place in an event."""

    kind: Kind
    what: str
    """The baseline or the event; empty for the quality of moves."""
    points: float
    most: float
    is_final: bool
    """Whether further games cannot change the points."""
    test: BaselineTest | None = None
    judged: JudgedMoves | None = None
    least_moves: int = 0
    """How many moves must have been judged before they earn points."""
    place: int | None = None
    games: tuple[int, ...] = ()
    """The numbers of the games that count for this item."""

    def to_object(self) -> dict[str, Any]:
        """The item with its evidence, as plain values."""
        plain: dict[str, Any] = {
            "kind": self.kind, "what": self.what, "points": self.points, "most": self.most,
            "is_final": self.is_final, "games": list(self.games),
        }  # fmt: skip
        if self.test is not None:
            test = self.test
            plain |= {"state": test.state, "pairs": list(test.counts), "llr": test.llr}
        if self.judged is not None:
            judged = self.judged
            plain |= {"rounds": judged.rounds, "moves": judged.moves, "losing": judged.losing}
        if self.kind == "place":
            plain["place"] = self.place
        return plain


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a team: its points, item by item."""

    team: int
    version: int | None
    """The number of the version that counts; None if the team has no active version."""
    is_late: bool
    items: tuple[GradeItem, ...]
    scale: float
    """The gradebook's mark for full points; 0 to use the points themselves as the mark."""

    @property
    def points(self) -> float:
        """The sum of all points."""
        return sum(item.points for item in self.items)

    @property
    def most(self) -> float:
        """The most points that the items can earn."""
        return sum(item.most for item in self.items)

    @property
    def grade(self) -> float:
        """The mark for the gradebook: the points, scaled if the grading rules say so."""
        if not self.scale:
            return self.points
        return self.scale * self.points / self.most if self.most else 0.0

    @property
    def is_final(self) -> bool:
        """Whether further games cannot change the grade."""
        return all(item.is_final for item in self.items)

    def to_object(self) -> dict[str, Any]:
        """The grade with its evidence, as plain values."""
        return {
            "team": self.team,
            "version": self.version,
            "is_late": self.is_late,
            "points": self.points,
            "most": self.most,
            "grade": self.grade,
            "is_final": self.is_final,
            "items": [item.to_object() for item in self.items],
        }


class Evidence:
    """Everything in the store from which grades are computed, read once."""

    def __init__(self, store: LeagueStore) -> None:
        self.players = store.players.all()
        self.results: LadderResults = read_results(store)
        self.openings = len(store.ladder.openings)
        self._judged = {
            number: {first: JudgedPair(*counts[:2]), second: JudgedPair(*counts[2:])}
            for number, first, second, *counts in store.database.query(_JUDGED, LADDER)
        }
        """The judged moves in each judged game, by the game's number and the player's place."""

    def numbers(self, pairs: Sequence[LadderPair]) -> tuple[int, ...]:
        """The numbers of all games in these pairs."""
        return tuple(number for pair in pairs for number in self.results.games[pair])

    def judged(self, place: int, played: PlayedPair) -> JudgedPair | None:
        """The judged moves of a player in a pair; None until both games are judged."""
        games = self.results.games[played.pair]
        if not all(number in self._judged for number in games):
            return None
        found = [self._judged[number][place] for number in games]
        return JudgedPair(sum(one.moves for one in found), sum(one.losing for one in found))


def make_grades(
    store: LeagueStore,
    settings: LeagueSettings | None = None,
    evidence: Evidence | None = None,
) -> list[Grade]:
    """The grades of all teams that take part, ordered by their numbers.

    Args:
        store: of the league.
        settings: used instead of the league's own, to see the effect of a change.
        evidence: read from the store if not given.
    """
    wanted = settings or store.settings
    evidence = evidence or Evidence(store)
    examination = Examination.of(wanted, evidence.results, evidence.openings)
    rules = examination.rules
    placed = _event_places(store, rules)
    versions = {one.id: one for one in store.versions.all()}
    playing = {one.team: one for one in evidence.players if one.version_id and one.is_active}
    is_over = wanted.is_late(time())
    grades = []
    for team in store.teams.all():
        if not team.is_playing:
            continue
        player = playing.get(team.id)
        version = versions[player.version_id] if player and player.version_id else None
        items = _items(player, evidence, examination, wanted.baselines, is_over=is_over)
        if rules.event and rules.places:
            place = (placed or {}).get(team.id)
            points, most = rules.points_for_place(place or 0), max(rules.places)
            is_final = placed is not None
            items.append(GradeItem("place", rules.event, points, most, is_final, place=place))
        is_late = version is not None and version.is_late
        number = version.number if version else None
        grades.append(Grade(team.id, number, is_late, tuple(items), rules.scale))
    return grades


def _event_places(store: LeagueStore, rules: GradingRules) -> Mapping[int, int] | None:
    """The place of each team in the event that earns points; None until the event is over."""
    for event in events(store) if rules.event else ():
        if event.name.casefold() == rules.event.casefold():
            is_over = event.state in (EventState.PLAYED, EventState.PUBLISHED)
            return {one.team: one.place for one in places(store, event)} if is_over else None
    return None


def _items(
    player: LadderPlayer | None,
    evidence: Evidence,
    examination: Examination,
    listed: Sequence[str],
    *,
    is_over: bool,
) -> list[GradeItem]:
    """The grade items of a version: one for each listed baseline and one for its moves.

    Without a version all items have 0 points, which is final once the deadline has passed.
    """
    rules = examination.rules
    by_name = {one.name: one for one in evidence.players if one.is_baseline}
    items = []
    for name in listed:
        baseline = by_name.get(name)  # None if only a preview has it
        if player is None or baseline is None:
            most, is_final = rules.points_for(name), player is None and is_over
            items.append(GradeItem("baseline", name, 0.0, most, is_final=is_final))
        else:
            items.append(_baseline_item(player, baseline, evidence, examination))
    if not examination.judges:
        return items
    if player is None:
        return [*items, GradeItem("moves", "", 0.0, rules.most_for_share, is_final=is_over)]
    baselines = [by_name[name] for name in listed if name in by_name]
    return [*items, _moves_item(player, baselines, evidence, examination)]


def _baseline_item(
    player: LadderPlayer, baseline: LadderPlayer, evidence: Evidence, examination: Examination
) -> GradeItem:
    name, most = baseline.name, examination.rules.points_for(baseline.name)
    test = examination.test(player, baseline)
    met = evidence.results.meeting(player.place, baseline.place)
    games = evidence.numbers([pair.pair for pair in met if pair is not None][: test.pairs])
    points = most if test.state == "beaten" else 0.0
    return GradeItem("baseline", name, points, most, test.is_final, test=test, games=games)


def _moves_item(
    player: LadderPlayer,
    baselines: Sequence[LadderPlayer],
    evidence: Evidence,
    examination: Examination,
) -> GradeItem:
    rules, place = examination.rules, player.place
    judged = examination.sum_rounds(player, baselines, partial(evidence.judged, place))
    points = rules.points_for_share(judged.share) if judged.is_final else 0.0
    pairs = [
        LadderPair(min(place, baseline.place), max(place, baseline.place), number)
        for baseline in baselines
        for number in range(judged.rounds)
    ]
    return GradeItem(
        "moves", "", points, rules.most_for_share, judged.is_final, judged=judged,
        least_moves=rules.moves, games=evidence.numbers(pairs),
    )  # fmt: skip


class Change(NamedTuple):
    """The grade of a team before and after a change of settings."""

    team: int
    before: float
    after: float


def preview(store: LeagueStore, settings: LeagueSettings) -> list[Change]:
    """Today's grade of every team, and its grade under other settings.

    Raises:
        EnrayaError: when the settings are invalid, or change what can no longer change.
    """
    check_change(store.settings, settings)
    evidence = Evidence(store)
    today = make_grades(store, None, evidence)
    then = make_grades(store, settings, evidence)
    return [
        Change(one.team, one.grade, other.grade) for one, other in zip(today, then, strict=True)
    ]
