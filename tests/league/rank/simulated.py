"""Players and results without any games."""

from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.rank.results import LadderResults, PlayedPair


def baselines(count: int) -> list[LadderPlayer]:
    """Baselines at the first places."""
    return [LadderPlayer(place, f"b{place}", f"b{place}") for place in range(count)]


def version(place: int, team: int, predecessor: int | None = None) -> LadderPlayer:
    """An active version of a team."""
    return LadderPlayer(place, f"team {team} at {place}", "", place, team, predecessor)


def play(
    results: LadderResults, one: int, other: int, points: list[float], moves: int = 20
) -> None:
    """Adds pairs in which the first of two players, by place, scored this many points."""
    for score in points:
        number = results.next_number(one, other, ())
        results.add(PlayedPair(LadderPair(one, other, number), score, (moves, moves)))
