"""The times of full analyses, on a few positions."""

import json

import pytest

from enraya.cli.bench.analysis import MOST_STONES, _parse_stones
from enraya.errors import InvalidSetting
from tests.cli.running import enraya, printed


def test_bench_analysis_has_a_row_for_each_number_of_stones_beside_bitbully() -> None:
    report = json.loads(
        enraya(
            "bench", "analysis", "--stones", "5-6", "--count", "2", "--beside", "bitbully",
            "--table-mb", "16", "--json",
        ).stdout
    )  # fmt: skip
    assert [row["stones"] for row in report["stones"]] == [5, 6]
    for row in report["stones"]:
        assert row["count"] == 2
        assert len(row["worst_moves"]) == row["stones"]
        assert row["worst"] >= row["median"] > 0
        assert row["ratio"] == pytest.approx(row["median"] / row["bitbully_median"])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--stones", "x"], "'x' is not a number of stones or two"),
        (["--stones", "6-"], "such as 8 or 6-14"),
        (["--stones", "-6"], "such as 8 or 6-14"),
        (["--stones", ""], "such as 8 or 6-14"),
        (["--stones", "9-6"], "give the fewest, then the most"),
        (["--stones", "40-42"], "at most 41"),
        (["--stones", "42"], "at most 41"),
        (["--beside", "bitbully"], "needs --stones"),
    ],
)
def test_bench_analysis_refuses_stones_that_make_no_sense(
    options: list[str], sentence: str
) -> None:
    with pytest.raises(InvalidSetting, match=sentence):
        printed("bench", "analysis", *options)


@pytest.mark.parametrize(
    ("text", "numbers"), [("8", [8]), ("6-8", [6, 7, 8]), ("0-0", [0]), ("41", [MOST_STONES])]
)
def test_stones_are_a_number_or_from_one_to_another(text: str, numbers: list[int]) -> None:
    assert list(_parse_stones(text)) == numbers
