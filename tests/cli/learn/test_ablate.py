"""The table of what each feature is worth."""

from enraya.cli.learn.evaluate import _ablation_table
from enraya.learn.quality.measures import Measures
from enraya.learn.training.ablation import Ablation


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
