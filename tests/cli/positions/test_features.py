"""`enraya features`: names and numbers of one position."""

import json
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from tests.cli.running import enraya, printed


def test_the_papers_features_of_its_own_example() -> None:
    lines = printed("features", "3244435", "--set", "published").splitlines()
    found = dict(line.split() for line in lines if line)
    assert list(found) == list(PAPER_NAMES)
    assert found["ALLY_MEAN_DIST"] == "1.74536"
    assert [found[name] for name in PAPER_NAMES[3:]] == ["1", "1", "1", "2", "1", "1", "0", "0"]


def test_ours_as_json() -> None:
    found = json.loads(printed("features", "4453", "--set", "ours", "--json"))
    assert found["moves"] == "4453"
    assert list(found["features"]) == list(OUR_NAMES)
    assert found["features"]["stones"] == 4


def test_a_drawing_has_the_features_of_its_moves(tmp_path: Path) -> None:
    drawing = tmp_path / "board.txt"
    drawing.write_text(printed("show", "44532"))
    assert printed("features", "--from", str(drawing)) == printed("features", "44532")


def test_lines_of_standard_input_are_answered_one_by_one() -> None:
    done = enraya("features", "--json", given="4\n4x\n44\n")
    lines = done.stdout.splitlines()
    assert [json.loads(line)["moves"] for line in (lines[0], lines[2])] == ["4", "44"]
    assert lines[1] == ""
    assert (done.returncode, "line 2" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--from", "/nonexistent"), "cannot read '/nonexistent'"),
    ],
)
def test_what_cannot_be_read_is_refused(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        printed("features", *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("4", "--set", "theirs"), "unknown set of features 'theirs'"),
        (("4", "--size", "8x8"), "features are of classic"),
        (("4", "--rules", "boom"), "features are of classic"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_two(
    arguments: tuple[str, ...], words: str
) -> None:
    done = enraya("features", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr
