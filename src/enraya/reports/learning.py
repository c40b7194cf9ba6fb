"""Trained models as one HTML page: how they predict, how they play, and where they err."""

from collections.abc import Sequence

from enraya.learn.evaluation import PRINTED, Evaluation, Play
from enraya.reports.charts import Series, lines, scatter
from enraya.reports.page import Html, Page, Section, chart, paragraph, table

_WITHOUT_LABELS = "ntuple"
"""The kind that learns from games: it knows no scores, and its curve shows something else."""


def learning_page(evaluations: Sequence[Evaluation], play: Play) -> Page:
    """The page for some models, measured on the same data."""
    sections = [
        Section("Predictions", [_measures(evaluations), *_note(evaluations)]),
        Section("Truth and prediction", [_scatter(found) for found in evaluations]),
        Section("Calibration", [_calibration(evaluations)]),
        Section("Errors by stones", [_errors(evaluations)]),
    ]
    curves = [found for found in evaluations if len(found.facts.get("curve", ())) > 1]
    curves = [found for found in curves if found.kind != _WITHOUT_LABELS]
    if curves:
        sections.insert(1, Section("Learning curves", [_curves(curves)]))
    if play:
        sections.append(Section("Play", _play(play)))
    sections += [
        Section(f"Where {found.model} errs", [_worst(found)])
        for found in evaluations
        if found.worst
    ]
    rows = evaluations[0].measures.rows if evaluations else 0
    return Page("Trained models", f"{len(evaluations)} models on {rows} rows", sections)


def _measures(evaluations: Sequence[Evaluation]) -> Html:
    headings = ("model", "kind", "MSE", "R²", "My test", "sign", "win/draw/loss")
    printed = (
        "the paper's own", "poly", f"{PRINTED['mse']:.2f}", f"{PRINTED['r2']:.2f}",
        f"{100 * PRINTED['my_test']:.2f} %", "–", "–",
    )  # fmt: skip
    rows = [
        (
            found.model,
            found.kind,
            f"{found.measures.mse:.2f}",
            f"{found.measures.r2:.4f}",
            f"{100 * found.measures.my_test:.2f} %",
            f"{100 * found.measures.sign:.2f} %",
            f"{100 * found.measures.outcome:.2f} %",
        )
        for found in evaluations
    ]
    return table(headings, [*rows, printed], "Measures on rows with exact scores")


def _curves(evaluations: Sequence[Evaluation]) -> Html:
    series = []
    for found in evaluations:
        curve = found.facts["curve"]
        last = curve[-1][0]
        series.append(
            Series(found.model, [point[0] / last for point in curve], [point[2] for point in curve])
        )
    drawing = lines(series, "share of the training", "R²", "learning curves of the models")
    return chart(drawing, "R² on the validation part while the models learned")


def _note(evaluations: Sequence[Evaluation]) -> list[Html]:
    if all(found.kind != _WITHOUT_LABELS for found in evaluations):
        return []
    return [
        paragraph(
            "An ntuple predicts the result, from -1 to 1, and not the score; only its sign and "
            "its win/draw/loss can be compared with the others."
        )
    ]


def _scatter(found: Evaluation) -> Html:
    points = [t for t, _ in found.points], [p for _, p in found.points]
    what = f"predictions of {found.model} against exact scores"
    drawing = scatter([Series(found.model, *points)], "exact score", "prediction", what)
    return chart(drawing, f"Predictions of {found.model} against exact scores, for some rows")


def _calibration(evaluations: Sequence[Evaluation]) -> Html:
    series = [
        Series(
            found.model,
            [row.predicted for row in found.calibration],
            [row.truth for row in found.calibration],
        )
        for found in evaluations
    ]
    drawing = lines(series, "mean prediction", "mean exact score", "calibration of the models")
    return chart(drawing, "Each point is a tenth of the rows; a calibrated model rises evenly")


def _errors(evaluations: Sequence[Evaluation]) -> Html:
    series = [
        Series(found.model, list(found.errors), list(found.errors.values()))
        for found in evaluations
    ]
    drawing = lines(series, "stones", "mean absolute error", "errors by the number of stones")
    return chart(drawing, "The mean absolute error by the number of stones on the board")


def _play(play: Play) -> list[Html]:
    names = [row.set for row in next(iter(play.values()))]
    rows = [
        (f"{model}, depth {depth}", *(row.shares for row in rows))
        for (model, depth), rows in play.items()
    ]
    return [
        paragraph(
            "Value-losing moves (a win thrown away, a draw lost) and moves that are not perfect "
            "(also a slower win or a faster loss), in per cent. Depth 1 is the model alone: it "
            "values the position after each move."
        ),
        table(("model", *names), rows, "Value-losing / not perfect, in % of moves"),
    ]


def _worst(found: Evaluation) -> Html:
    rows = [(miss.moves, f"{miss.predicted:.1f}", f"{miss.truth:.0f}") for miss in found.worst]
    return table(("moves", "prediction", "exact"), rows, "The largest errors")
