"""`enraya evaluate` and `ablate`: how good models are."""

from pathlib import Path

import pytest

from enraya.cli.learn.evaluate import _ablation_table, _prediction_table
from enraya.errors import EnrayaError
from enraya.learn.quality import evaluation
from enraya.learn.quality.evaluation import Evaluation
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.ablation import Ablation
from tests.cli.running import printed


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--part", "half"], "choose test or all"),
        (["--out", "page.html"], "the page needs --data"),
        (["--depths", "3-2"], "at most 20, the smaller one first"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    options: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EnrayaError, match=words):
        printed("evaluate", "tables", "--depths", "0", *options)
    assert list(tmp_path.iterdir()) == []


def test_predictions_are_told_in_percent_beside_the_papers_own() -> None:
    measures = Measures(rows=40, mse=8.0, r2=0.5, my_test=0.75, sign=0.5, outcome=0.25)
    table = _prediction_table([Evaluation("mine", "poly", "11", {}, measures, [], {}, [], [])])
    ours, paper = zip(*(column.cells for column in table.columns), strict=True)
    assert ours[3:] == ("40", "8.00", "0.5000", "75.00 %", "50.00 %", "25.00 %")
    assert paper[0] == "the paper's own"
    assert paper[6] == f"{evaluation.PRINTED['my_test']:.2%}".replace("%", " %")


def test_a_loss_is_what_the_error_grows_by_without_a_feature() -> None:
    whole = Measures(rows=40, mse=8.0, r2=0.5, my_test=0.75, sign=0.5, outcome=0.25)
    without = Measures(rows=40, mse=9.5, r2=0.25, my_test=0.5, sign=0.25, outcome=0.25)
    table = _ablation_table("poly", Ablation(whole, {"N_PIECES": without}))
    assert table.title == "poly on 40 rows it has not seen"
    rows = zip(*(column.cells for column in table.columns), strict=True)
    assert list(rows) == [
        ("nothing", "8.00", "", "0.5000", "75.00 %", "50.00 %"),
        ("N_PIECES", "9.50", "+1.50", "0.2500", "50.00 %", "25.00 %"),
    ]
