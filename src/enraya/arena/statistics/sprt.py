"""The sequential probability ratio test: a match continues until one of two hypotheses is accepted.

H0 says that the difference in strength is elo0, H1 that it is elo1. After each pair of games the
test computes the log-likelihood ratio of H1 to H0 (the LLR), where each hypothesis is represented
by its most likely distribution of pair results. The test stops when the LLR reaches one of the
bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha). Its verdict is then wrong with a
probability of about alpha if H0 is true, and of about beta if H1 is true (Wald 1945).

The most likely distribution p, given the observed shares q, with mean s (logistic Elo) or with
mean ½ + t standard deviations (normalized Elo) follows from Lagrange's conditions: it is
p = q / (1 + x·b), where b = score - s and x is such that the mean of b is zero. For normalized Elo,
b is the linearised condition, corrected until it holds (Van den Bergh, "Normalized Elo practical").
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from enraya.arena.statistics.elo import NORMALIZED_ELO, SCORES, share_of_elo
from enraya.errors import InvalidSetting
from enraya.texts import Sentence

_Floats = NDArray[np.float64]
_SCORES = np.array(SCORES)
_HALF = 0.5
_RARE = 1e-3
"""Replaces a count of zero pairs, so that no result is impossible under either hypothesis."""
_HALVINGS = 60
_CORRECTIONS = 40
_CLOSE = 1e-9
MOST_NORMALIZED = 200.0
"""The largest elo0 and elo1 in normalized Elo; without draws it is a score of 76 %.

The corrections of `_with_deviation` converge up to about 245, where the mean score of a pair is one
standard deviation away from a half."""
MOST_LOGISTIC = 1000.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a sequential test after some pairs of games."""

    llr: float
    """The log-likelihood ratio of H1 to H0."""
    lower: float
    upper: float
    accepted: Literal["H0", "H1"] | None
    """The accepted hypothesis; None while the test continues."""
    reason: str
    """A sentence that says which hypothesis was accepted, if any, with the LLR and bounds."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of H1, that the difference is elo1, against H0, that it is elo0.

    >>> print(Sprt(0, 2).verdict((379, 10170, 21828, 10640, 343)).reason)
    H1 accepted: the LLR 2.945 reached the upper bound 2.944
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """The probability of accepting H1 if H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 if H1 is true."""
    normalized: bool = True
    """Whether elo0 and elo1 are normalized Elo; otherwise they are logistic Elo."""

    def __post_init__(self) -> None:
        most = MOST_NORMALIZED if self.normalized else MOST_LOGISTIC
        if not -most <= self.elo0 < self.elo1 <= most:
            scale = "normalized" if self.normalized else "logistic"
            raise InvalidSetting(
                f"elo0 must be less than elo1, both from {-most:g} to {most:g} ({scale}); "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if not (0 < self.alpha < _HALF and 0 < self.beta < _HALF):
            raise InvalidSetting(
                f"alpha and beta must be between 0 and 0.5; not {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and the LLR at which H1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: ArrayLike) -> _Floats:
        """The log-likelihood ratio of H1 to H0, given counts of pairs.

        Args:
            counts: the five counts of a `Pentanomial`, or an array with many along its last axis.
        """
        seen = np.asarray(counts, dtype=np.float64)
        filled = np.where(seen > 0, seen, _RARE)
        shares = filled / filled.sum(axis=-1, keepdims=True)
        first, second = (self._most_likely(shares, elo) for elo in (self.elo0, self.elo1))
        return np.asarray((seen * np.log(second / first)).sum(axis=-1))

    def _most_likely(self, shares: _Floats, elo: float) -> _Floats:
        if self.normalized:
            # The score per game of a pair has half a game's variance: √2 as many deviations.
            return _with_deviation(shares, elo / NORMALIZED_ELO * 2**0.5)
        return _with_mean_zero(shares, _SCORES - share_of_elo(elo) + 0 * shares)

    def verdict(self, counts: Sequence[int]) -> Verdict:
        """The verdict after these pairs, given as the counts of a `Pentanomial`."""
        lower, upper = self.bounds
        llr = float(self.llr(counts))
        if llr >= upper:
            reason = Sentence("verdict.h1", llr=f"{llr:.3f}", bound=f"{upper:.3f}")
            return Verdict(llr, lower, upper, "H1", reason)
        if llr <= lower:
            reason = Sentence("verdict.h0", llr=f"{llr:.3f}", bound=f"{lower:.3f}")
            return Verdict(llr, lower, upper, "H0", reason)
        bounds = {"lower": f"{lower:.3f}", "upper": f"{upper:.3f}"}
        reason = Sentence("verdict.undecided", llr=f"{llr:.3f}", **bounds)
        return Verdict(llr, lower, upper, None, reason)


def _with_mean_zero(shares: _Floats, values: _Floats) -> _Floats:
    """The most likely distribution under which the values have mean zero.

    Args:
        shares: the observed shares, all positive.
        values: the value of each outcome; some must be negative and some positive.
    """
    low = -1 / values.max(axis=-1, keepdims=True)
    high = -1 / values.min(axis=-1, keepdims=True)
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        mean = (shares * values / (1 + x * values)).sum(axis=-1, keepdims=True)
        low, high = np.where(mean > 0, x, low), np.where(mean > 0, high, x)
    return np.asarray(shares / (1 + (low + high) / 2 * values))


def _with_deviation(shares: _Floats, deviations: float) -> _Floats:
    """The most likely distribution whose mean is this many standard deviations above a half."""
    likely = np.full_like(shares, 1 / len(SCORES))
    for _ in range(_CORRECTIONS):
        mean = (likely * _SCORES).sum(axis=-1, keepdims=True)
        spread = np.sqrt((likely * (_SCORES - mean) ** 2).sum(axis=-1, keepdims=True))
        bend = deviations * spread * (1 + ((_SCORES - mean) / spread) ** 2) / 2
        before, likely = likely, _with_mean_zero(shares, _SCORES - _HALF - bend)
        if np.abs(likely - before).max() < _CLOSE:
            break
    return likely
