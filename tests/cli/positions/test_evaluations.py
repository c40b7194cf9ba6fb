"""`enraya heuristics`, `features` and `traits` as a user types them."""

import json

import pytest

from enraya.heuristics import HEURISTICS
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from tests.cli.running import answer, enraya, printed

GENES = "0.92,0.59,0.97,0.47"


def test_heuristics_lists_every_heuristic() -> None:
    entries = answer("heuristics")
    assert [entry["name"] for entry in entries] == list(HEURISTICS)
    assert all(entry["summary"] and entry["origin"] for entry in entries)


def test_heuristics_prints_only_the_number() -> None:
    assert printed("heuristics", "rivest", "324443", "--for", "1") == "-15\n"
    assert printed("heuristics", "rivest", "4") == "-7\n"
    assert printed("heuristics", "uam-h2(base=2)", "4453") == "-6\n"
    assert printed("heuristics", "qmatic(published=true)", "4455", "--size", "8x8") == "96\n"


def test_features_of_the_paper_are_printed_for_its_own_example() -> None:
    lines = printed("features", "3244435", "--set", "published").splitlines()
    found = dict(line.split() for line in lines if line)
    assert list(found) == list(PAPER_NAMES)
    assert found["ALLY_MEAN_DIST"] == "1.74536"
    assert [found[name] for name in PAPER_NAMES[3:]] == ["1", "1", "1", "2", "1", "1", "0", "0"]


def test_our_features_are_printed_as_json() -> None:
    found = answer("features", "4453", "--set", "ours")
    assert found["moves"] == "4453"
    assert list(found["features"]) == list(OUR_NAMES)
    assert found["features"]["stones"] == 4


def test_the_table_has_every_trait_with_its_columns_and_its_name_in_the_paper() -> None:
    done = enraya("traits", "4453")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "player 1"
    (row,) = (line for line in lines if "Espacios o consecutivos?" in line)
    assert [cell.strip() for cell in row.split("│")[1:6]] == [
        "2", "consecutive", "5 6", "spaced", "7",
    ]  # fmt: skip
    assert "Centro o extremos?" in done.stdout
    assert "gene" not in done.stdout


def test_with_genes_the_table_shows_what_an_agent_would_play() -> None:
    done = enraya("traits", "44", "--genes", "1,1,1,1")
    assert "It follows its traits: 4 (100.0 %)" in done.stdout
    done = enraya("traits", "121212", "--genes", GENES)
    assert "It wins at once: 1 (100.0 %)" in done.stdout


@pytest.mark.parametrize("text", [GENES, f"genes({GENES})"])
def test_suggestions_are_printed_as_json(text: str) -> None:
    done = enraya("traits", "4453", "--genes", text, "--for", "2", "--json")
    answer = json.loads(done.stdout)
    assert (answer["moves"], answer["player"], answer["reason"]) == ("4453", 2, "traits")
    assert answer["genes"] == [0.92, 0.59, 0.97, 0.47]
    assert answer["traits"][1]["first"] == {"name": "consecutive", "columns": [2, 3, 3, 4, 5]}
    assert sum(answer["chances"].values()) == pytest.approx(1)
