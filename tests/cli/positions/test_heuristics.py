"""`enraya heuristics` as a user types it."""

import json

from enraya.heuristics import HEURISTICS
from tests.cli.running import printed


def test_heuristics_lists_them_all() -> None:
    entries = json.loads(printed("heuristics", "--json"))
    assert [entry["name"] for entry in entries] == list(HEURISTICS)
    assert all(entry["summary"] and entry["origin"] for entry in entries)


def test_heuristics_prints_just_the_number() -> None:
    assert printed("heuristics", "rivest", "324443", "--for", "1") == "-15\n"
    assert printed("heuristics", "rivest", "4") == "-7\n"
    assert printed("heuristics", "uam-h2(base=2)", "4453") == "-6\n"
    assert printed("heuristics", "qmatic(published=true)", "4455", "--size", "8x8") == "96\n"


def test_heuristics_is_a_filter() -> None:
    assert printed("heuristics", "rivest", "--for", "1", given="4\n44\n\n") == "7\n-3\n0\n"
