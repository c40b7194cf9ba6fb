"""Similar sources: identical, renamed and different ones."""

import sys

import pytest

from enraya.errors import InvalidSetting
from enraya.league.store.store import LeagueStore
from enraya.league.work.similar_sources import identical, similar, sources_of
from enraya.league.work.submissions import erase_team
from tests.league.making import LEFTMOST, join, submit, zipped

LONG = b"""
def choose(position, limit):
    best, chosen = None, None
    for column in position.legal_moves:
        following = position.play(column)
        if following.result == position.mover:
            return column
        replies = [following.play(reply) for reply in following.legal_moves]
        losing = sum(reply.result == following.mover for reply in replies)
        value = -10 * losing - abs(column - 3)
        if best is None or value > best:
            best, chosen = value, column
    return chosen
"""
RENAMED = LONG.replace(b"following", b"after").replace(b"value", b"worth").replace(b"best", b"top")
OTHER = b"""
import random

weights = {1: 2, 2: 3, 3: 5, 4: 3, 5: 2}

class Player:
    def __init__(self):
        self.generator = random.Random(7)

    def choose(self, position, limit):
        columns = list(position.legal_moves)
        self.generator.shuffle(columns)
        while len(columns) > 1 and weights[columns[0]] < 3:
            columns.pop(0)
        return columns[0]

choose = Player().choose
"""


def test_the_same_content_is_found_under_any_file_name(store: LeagueStore) -> None:
    for team, (file, content) in enumerate(
        [
            ("mine.py", LONG),
            ("yours.py", LONG.replace(b"\n", b" \r\n")),
            ("third.zip", zipped({"agent.py": LONG})),
            ("other.py", OTHER),
        ]
    ):
        submit(store, join(store, f"T{team}"), content, file)
    submit(store, 4, LEFTMOST)
    submit(store, 4, LEFTMOST)  # a team may send its own again
    found = {(pair.one, pair.other) for pair in identical(sources_of(store))}
    assert found == {((1, 1), (2, 1)), ((1, 1), (3, 1)), ((2, 1), (3, 1))}
    every = sources_of(store, all_versions=True)
    assert {(pair.one, pair.other) for pair in identical(every)} == found
    erase_team(store, 3, "asked for it")
    assert [source.team for source in sources_of(store)] == [1, 2, 4]
    assert len(sources_of(store, all_versions=True)) == 5


def test_renamed_variables_do_not_hide_a_copy(store: LeagueStore) -> None:
    for team, content in enumerate([LONG, RENAMED, OTHER, LONG]):
        submit(store, join(store, f"T{team}"), content)
    (same, *rest) = similar(sources_of(store), 0.5)
    assert (same.one, same.other, same.is_identical) == ((1, 1), (4, 1), True)
    assert [(pair.one[0], pair.other[0]) for pair in rest] == [(1, 2), (2, 4)]
    assert all(0.9 < pair.share <= 1 and not pair.is_identical for pair in rest)
    assert rest == sorted(rest, key=lambda pair: -pair.share)
    submit(store, 1, RENAMED)
    found = similar(sources_of(store, all_versions=True), rest[0].share)
    assert rest[0] in found, "exactly as alike is alike enough"
    assert not [pair for pair in found if pair.one[0] == pair.other[0]]


def test_without_the_library_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "copydetect", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'enraya\[similar\]'"):
        similar([])
