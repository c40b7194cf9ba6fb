"""A sequential test: play until it is clear which of two hypotheses about a match is true."""

from dataclasses import dataclass

from enraya.arena.tally import Pentanomial


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a sequential test says after some pairs of games."""

    llr: float
    """The log-likelihood ratio of the second hypothesis to the first."""
    lower: float
    upper: float
    accepted: str | None
    """``"H0"``, ``"H1"``, or None while the test goes on."""
    reason: str
    """The same as a sentence."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of ``elo >= elo1`` (H1) against ``elo <= elo0`` (H0)."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = True

    def verdict(self, pairs: Pentanomial) -> Verdict:
        """What the test says after these pairs."""
        raise NotImplementedError
