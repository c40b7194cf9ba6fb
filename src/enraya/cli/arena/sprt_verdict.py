"""The verdict of a sequential test, as text and as JSON."""

import json
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from enraya.arena.statistics.elo import EloEstimate, logistic_elo, normalized_elo, superiority
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import Pentanomial
from enraya.arena.store.store import Tournament

KINDS_OF_PAIRS = ("LL", "LD", "DD+WL", "WD", "WW")


class Played(NamedTuple):
    """Where the games of a test are kept."""

    tournament: Tournament
    store: Path


def print_verdict(
    test: Sprt, counts: Pentanomial, played: Played | None = None, *, as_json: bool
) -> None:
    """Prints what a test says about these pairs, and why."""
    print(json.dumps(_object(test, counts, played)) if as_json else _text(test, counts, played))


def _object(test: Sprt, counts: Pentanomial, played: Played | None) -> dict[str, Any]:
    verdict = test.verdict(counts)
    answer: dict[str, Any] = {
        "accepted": verdict.accepted,
        "reason": _reason(test, counts, played),
        "llr": verdict.llr,
        "lower": verdict.lower,
        "upper": verdict.upper,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "scale": _scale(test),
        "alpha": test.alpha,
        "beta": test.beta,
        "pentanomial": list(counts),
        "pairs": sum(counts),
        "normalized_elo": _estimate(normalized_elo(counts)),
        "elo": _estimate(logistic_elo(counts)),
        "superiority": superiority(counts),
    }
    if played:
        answer |= {"tournament": played.tournament.id, "store": str(played.store)}
    return answer


def _estimate(estimate: EloEstimate) -> dict[str, float | None]:
    """The numbers; infinite ones become null, because JSON has no infinity."""
    values = {"value": estimate.elo, "low": estimate.low, "high": estimate.high}
    return {name: value if isfinite(value) else None for name, value in values.items()}


def _text(test: Sprt, counts: Pentanomial, played: Played | None) -> str:
    verdict = test.verdict(counts)
    kinds = zip(KINDS_OF_PAIRS, counts, strict=True)
    lines = [
        _reason(test, counts, played),
        f"LLR          {verdict.llr:.3f}, from {verdict.lower:.3f} (H0: {test.elo0:g}) to "
        f"{verdict.upper:.3f} (H1: {test.elo1:g}), {_scale(test)} Elo, "
        f"alpha {test.alpha:g}, beta {test.beta:g}",
        f"pairs        {sum(counts)}: " + ", ".join(f"{kind} {count}" for kind, count in kinds),
        f"difference   {_margin(normalized_elo(counts))} normalized Elo, "
        f"{_interval(logistic_elo(counts))} Elo",
        f"superiority  {superiority(counts):.2%}",
    ]
    if played:
        lines.append(f"tournament {played.tournament.id}, store: {played.store}")
    return "\n".join(lines)


def _reason(test: Sprt, counts: Pentanomial, played: Played | None) -> str:
    verdict, pairs = test.verdict(counts), sum(counts)
    reason = verdict.reason
    if played and verdict.accepted is None:
        reason += f" after {2 * pairs} games, the most allowed"
    if played and pairs > len(played.tournament.openings):
        reason += (
            f"; there are only {len(played.tournament.openings)} openings, so games may have been "
            "repeated and the test is more confident than it should be"
        )
    return reason


def _scale(test: Sprt) -> str:
    return "normalized" if test.normalized else "logistic"


def _margin(estimate: EloEstimate) -> str:
    """An estimate whose interval is symmetric or unbounded."""
    margin = estimate.high - estimate.elo
    return f"{estimate.elo:.2f} ± {margin:.2f}" if isfinite(margin) else "no bound on"


def _interval(estimate: EloEstimate) -> str:
    return f"{estimate.elo:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"
