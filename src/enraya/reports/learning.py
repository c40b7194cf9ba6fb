"""The report on trained models: how well they predict and play, and their worst errors."""

from collections.abc import Sequence

from enraya.learn.quality.evaluation import PRINTED, Evaluation, Play
from enraya.learn.quality.strength import GAMES, LEVEL, strength_curve
from enraya.reports.charts import Series, scatter
from enraya.reports.page import Page, Section, chart, headings, line_chart
from enraya.result import Html, paragraph, table
from enraya.texts import ENGLISH, Texts

_WITHOUT_LABELS = "ntuple"
"""The kind of model that learns from games, without scores; its training curve is not of R²."""


def learning_page(evaluations: Sequence[Evaluation], play: Play, t: Texts = ENGLISH) -> Page:
    """The report on some models, measured on the same data, and on how they play."""
    predictions = [_measures(evaluations, t)]
    if any(found.kind == _WITHOUT_LABELS for found in evaluations):
        predictions.append(paragraph(t("report.ntuple")))
    sections = [
        Section(t("report.predictions"), predictions),
        Section(t("report.truth"), [_scatter(found, t) for found in evaluations]),
        Section(t("report.calibration"), [_calibration(evaluations, t)]),
        Section(t("report.errors"), [_errors(evaluations, t)]),
    ]
    curves = [found for found in evaluations if len(found.facts.get("curve", ())) > 1]
    curves = [found for found in curves if found.kind != _WITHOUT_LABELS]
    if curves:
        sections.insert(1, Section(t("report.curves"), [_curves(curves, t)]))
    strong = [found for found in evaluations if len(strength_curve(found.facts)) > 1]
    if strong:
        sections.insert(1, Section(t("report.strength"), [_strengths(strong, t)]))
    if play:
        sections.append(Section(t("report.play"), _play(play, t)))
    sections += [
        Section(t("report.worst", model=found.model), [_worst(found, t)])
        for found in evaluations
        if found.worst
    ]
    rows = evaluations[0].measures.rows if evaluations else 0
    subtitle = t("report.learning.subtitle", models=len(evaluations), rows=t.number(rows))
    return Page(t("report.learning"), subtitle, sections, texts=t)


def _measures(evaluations: Sequence[Evaluation], t: Texts) -> Html:
    columns = headings(t, "model", "kind", "features", "mse", "r2", "my_test", "sign", "outcome")
    printed = (
        t("report.printed"), "poly", t("report.papers_features"), t.number(PRINTED["mse"], 2),
        t.number(PRINTED["r2"], 2), t.share(PRINTED["my_test"], 2), "–", "–",
    )  # fmt: skip
    rows = [
        (
            found.model,
            found.kind,
            found.features,
            t.number(measures.mse, 2),
            t.number(measures.r2, 4),
            *(t.share(share, 2) for share in (measures.my_test, measures.sign, measures.outcome)),
        )
        for found in evaluations
        for measures in [found.measures]
    ]
    return table(columns, [*rows, printed], t("report.measures"))


def _curves(evaluations: Sequence[Evaluation], t: Texts) -> Html:
    series = []
    for found in evaluations:
        curve = found.facts["curve"]
        done = [point[0] / curve[-1][0] for point in curve]
        series.append(Series(found.model, done, [point[2] for point in curve]))
    label = t("report.curves")
    return line_chart(series, t("report.curves.axis"), "R²", label, t("report.curves.caption"))


def _strengths(evaluations: Sequence[Evaluation], t: Texts) -> Html:
    series = []
    for found in evaluations:
        done, shares = zip(*strength_curve(found.facts), strict=True)
        line = [100 * share for share in shares]
        series.append(Series(found.model, [part / done[-1] for part in done], line))
    level = t("report.level_n", level=LEVEL)
    axes = t("report.curves.axis"), t("report.strength.axis", level=level)
    caption = t("report.strength.caption", games=GAMES, level=level)
    return line_chart(series, *axes, t("report.strength"), caption)


def _scatter(found: Evaluation, t: Texts) -> Html:
    points = [t for t, _ in found.points], [p for _, p in found.points]
    what = t("report.truth.caption", model=found.model)
    axes = t("report.exact_score"), t("report.head.prediction")
    return chart(scatter([Series(found.model, *points)], *axes, what), what)


def _calibration(evaluations: Sequence[Evaluation], t: Texts) -> Html:
    series = [
        Series(found.model, [row.predicted for row in rows], [row.truth for row in rows])
        for found in evaluations
        for rows in [found.calibration]
    ]
    axes = t("report.mean_prediction"), t("report.mean_score")
    return line_chart(series, *axes, t("report.calibration"), t("report.calibration.caption"))


def _errors(evaluations: Sequence[Evaluation], t: Texts) -> Html:
    series = [
        Series(found.model, list(found.errors), list(found.errors.values()))
        for found in evaluations
    ]
    axes = t("report.stones"), t("report.absolute_error")
    return line_chart(series, *axes, t("report.errors"), t("report.errors.caption"))


def _play(play: Play, t: Texts) -> list[Html]:
    names = [row.set for row in next(iter(play.values()))]
    rows = [
        (t("report.at_depth", model=model, depth=depth), *(t.plain(row.shares) for row in rows))
        for (model, depth), rows in play.items()
    ]
    return [
        paragraph(t("report.play.text")),
        table((t("report.head.model"), *names), rows, t("report.play.table")),
    ]


def _worst(found: Evaluation, t: Texts) -> Html:
    rows = [(miss.moves, t.number(miss.predicted, 1), t.number(miss.truth)) for miss in found.worst]
    return table(headings(t, "moves", "prediction", "exact"), rows, t("report.worst.table"))
