"""`enraya evaluate` and `ablate`: how good models are."""

from enraya.cli.learn.evaluate import _prediction_table
from enraya.learn.quality import evaluation
from enraya.learn.quality.evaluation import Evaluation
from enraya.learn.quality.predictions import Measures


def test_predictions_are_told_in_percent_beside_the_papers_own() -> None:
    measures = Measures(rows=40, mse=8.0, r2=0.5, my_test=0.75, sign=0.5, outcome=0.25)
    table = _prediction_table([Evaluation("mine", "poly", "11", {}, measures, [], {}, [], [])])
    ours, paper = zip(*(column.cells for column in table.columns), strict=True)
    assert ours[3:] == ("40", "8.00", "0.5000", "75.00 %", "50.00 %", "25.00 %")
    assert paper[0] == "the paper's own"
    assert paper[6] == f"{evaluation.PRINTED['my_test']:.2%}".replace("%", " %")
