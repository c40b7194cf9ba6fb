"""What `enraya dataset` asks for before its work, and what it says of the time it took."""

from pathlib import Path

import pytest

from enraya.cli.learn import dataset
from enraya.cli.learn.dataset import _stones, _time_table
from enraya.errors import EnrayaError, InvalidSetting
from tests.cli.running import printed


@pytest.mark.parametrize("text", ["4-14", " 4 - 14 ", "04-14"])
def test_stones_are_the_least_and_the_most(text: str) -> None:
    assert _stones(text) == (4, 14)


@pytest.mark.parametrize("text", ["", "-", "4", "4-", "-14", "a-14", "4-b", "4-14-20", "4:14"])
def test_other_stones_are_refused(text: str) -> None:
    with pytest.raises(InvalidSetting, match="write LEAST-MOST"):
        _stones(text)


@pytest.mark.parametrize(
    ("seconds", "shares"),
    [({4: 1.0, 5: 3.0}, ["25.0 %", "75.0 %"]), ({4: 0.0, 5: 0.0}, ["0.0 %", "0.0 %"])],
)
def test_the_time_is_shared_out_by_stones(seconds: dict[int, float], shares: list[str]) -> None:
    stones, _, found = (list(column.cells) for column in _time_table(seconds).columns)
    assert (stones, found) == (["4", "5"], shares)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "parquet"], "pyarrow is missing"),
        (["--format", "csv"], "no such directory"),
        (["--format", "csv", "--published", "--sampler", "paper"], "no such directory"),
        (["--published", "--sampler", "random-games"], "the sampler 'paper' only"),
    ],
)
def test_what_is_missing_is_told_before_hours_of_work(
    options: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise InvalidSetting(f"{name} is missing")

    monkeypatch.setattr(dataset, "imported", missing)
    out = str(tmp_path / "absent" / "data")
    with pytest.raises(EnrayaError, match=words):
        printed("dataset", "--positions", "5", "--out", out, *options)
