"""`enraya traits` as a user calls it."""

import json

import pytest

from tests.cli.running import enraya

GENES = "0.92,0.59,0.97,0.47"


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


def test_genes_add_what_an_agent_would_play() -> None:
    done = enraya("traits", "44", "--genes", "1,1,1,1")
    assert "It follows its traits: 4 (100.0 %)" in done.stdout
    done = enraya("traits", "121212", "--genes", GENES)
    assert "It wins at once: 1 (100.0 %)" in done.stdout


@pytest.mark.parametrize("text", [GENES, f"genes({GENES})"])
def test_json_has_the_same(text: str) -> None:
    done = enraya("traits", "4453", "--genes", text, "--for", "2", "--json")
    answer = json.loads(done.stdout)
    assert (answer["moves"], answer["player"], answer["reason"]) == ("4453", 2, "traits")
    assert answer["genes"] == [0.92, 0.59, 0.97, 0.47]
    assert answer["traits"][1]["first"] == {"name": "consecutive", "columns": [2, 3, 3, 4, 5]}
    assert sum(answer["chances"].values()) == pytest.approx(1)


def test_positions_are_read_as_by_show() -> None:
    drawn = enraya("show", "4453").stdout
    by_moves = enraya("traits", "4453").stdout
    assert enraya("traits", "--from", "-", given=drawn).stdout == by_moves
    assert enraya("traits", given="4453\n").stdout == by_moves


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["4453", "--genes", "1,2,0,0"], "g2 must be from 0 to 1"),
        (["4453", "--genes", "1,0"], "needs g3"),
        (["4453", "--genes", "random"], "g1 must be a number"),
        (["1212121", "--genes", GENES], "is over"),
        (["9"], "is not a move"),
    ],
)
def test_what_is_wrong_is_refused(arguments: list[str], words: str) -> None:
    done = enraya("traits", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
