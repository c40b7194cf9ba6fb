"""What has been played in the ladder, as numbers."""

from enraya.league.model.records import LadderPair
from enraya.league.rank.results import LadderResults, PlayedPair
from tests.league.rank.simulated import play


def test_a_pair_counts_once_for_both_players() -> None:
    played = PlayedPair(LadderPair(0, 2, 0), 1.5, (20, 22))
    results = LadderResults([played, played])
    assert results.count == 1
    assert results.points.tolist() == [[0, 0, 1.5], [0, 0, 0], [0.5, 0, 0]]
    assert (played.points_of(2), played.moves_of(2), played.moves_of(0)) == (0.5, 22, 20)


def test_a_meeting_ends_where_a_pair_is_missing() -> None:
    results = LadderResults()
    for number in (0, 1, 3):
        results.add(PlayedPair(LadderPair(0, 1, number), 1.0, (9, 9)))
    numbers = [played.pair.number for played in results.meeting(1, 0) if played]
    assert numbers == [0, 1]
    assert results.next_number(0, 1, [LadderPair(0, 1, 2)]) == 4
    assert results.next_number(0, 1, []) == 2


def test_an_excluded_pair_keeps_its_number_and_counts_for_nothing() -> None:
    results = LadderResults([], [LadderPair(0, 1, 0)])
    results.add(PlayedPair(LadderPair(0, 1, 0), 2.0, (9, 9)))
    play(results, 0, 1, [1.0])
    assert list(results.meeting(0, 1)) == [None, PlayedPair(LadderPair(0, 1, 1), 1.0, (20, 20))]
    assert results.points.sum() == 2.0
    assert results.begun(1, 0) == 2
