"""The page about trained models, for each kind of model."""

from dataclasses import replace

from enraya.learn.quality.evaluation import evaluate_model
from enraya.reports.learning import learning_page
from enraya.texts import texts_in
from tests.learn.support import data
from tests.reports.support import foreign_texts


def test_strength_is_shown_only_where_it_was_measured() -> None:
    found = evaluate_model("ntuple", data())
    assert "Strength while they learned" not in learning_page([found], {}).render()
    facts = {"fields": ["games", "strength"], "curve": [[5, 0.25], [10, None], [20, 0.75]]}
    page = learning_page([replace(found, facts=facts)], {}).render()
    assert "Strength while they learned" in page
    assert "Share of the points in 40 games against level 5" in page
    assert "[25,75]" in page.replace(".0", "").replace(" ", "")


def test_a_curve_needs_two_points_and_ends_at_the_finished_model() -> None:
    found = evaluate_model("tables", data())
    curve = [[5, 0.1, 0.2, 0.25], [10, 0.1, 0.3, None], [20, 0.1, 0.4, 0.75], [40, 0.1, 0.5, 0.5]]
    facts = {"fields": ["rows", "mse", "r2", "strength"], "curve": curve}
    page = learning_page([replace(found, facts=facts)], {}).render()
    assert '"x":[0.125,0.25,0.5,1.0],"y":[0.2,0.3,0.4,0.5]' in page
    assert '"x":[0.125,0.5,1.0],"y":[25.0,75.0,50.0]' in page
    page = learning_page([replace(found, facts={**facts, "curve": curve[:1]})], {}).render()
    assert "Learning curves" not in page
    assert "Strength while they learned" not in page


def test_only_models_trained_on_scores_have_learning_curves() -> None:
    found = {name: evaluate_model(name, data()) for name in ("tables", "ntuple")}
    games_only = learning_page([found["ntuple"]], {}).render()
    assert "Learning curves" not in games_only
    assert "from -1 to 1, and not the score" in games_only
    both = learning_page(list(found.values()), {}).render()
    assert "Learning curves" in both
    assert "Predictions of ntuple against exact scores" in both
    assert "not the score" not in learning_page([found["tables"]], {}).render()
    for language in ("es", "pt", "ca"):
        page = learning_page(list(found.values()), {}, texts_in(language))
        assert foreign_texts(page, language) == []
