"""What a team still has to do for its next point, in words."""

from enraya.league.grading.grades import Grade, GradeItem
from enraya.league.grading.rules import GradingRules
from enraya.texts import Texts


def missing_in_words(grade: Grade, item: GradeItem, rules: GradingRules, t: Texts) -> str:
    """What is missing for more points of an item; empty when nothing can be earned any more."""
    if item.points >= item.most:
        return ""
    if item.kind == "place":
        return "" if item.is_final else t("league.missing.event", event=item.what)
    if grade.version is None:
        return t("league.missing.version")
    return _missing_moves(item, rules, t) if item.kind == "moves" else _missing(item, rules, t)


def _missing(item: GradeItem, rules: GradingRules, t: Texts) -> str:
    test = item.test
    if test is None or not test.pairs:
        return t("league.missing.games", baseline=item.what)
    if test.is_final:
        return t("league.missing.baseline", baseline=item.what)
    _, upper = rules.test.bounds
    return t(
        "league.missing.test", baseline=item.what, pairs=test.left,
        llr=t.number(test.llr, 2), upper=t.number(upper, 2),
    )  # fmt: skip


def _missing_moves(item: GradeItem, rules: GradingRules, t: Texts) -> str:
    judged = item.judged
    if judged is None or not judged.is_final:
        done = judged.moves if judged is not None else 0
        return t("league.missing.moves", moves=t.number(rules.moves - done))
    better = [band for band in rules.bands if band.points > item.points]
    nearest = max(better, key=lambda band: band.share)
    return t(
        "league.missing.band", share=t.share(nearest.share), points=float(nearest.points),
        now=t.share(judged.share),
    )  # fmt: skip
