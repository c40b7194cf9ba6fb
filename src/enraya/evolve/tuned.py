"""The settings and the result of tuning a heuristic's weights, as plain values for JSON."""

from dataclasses import asdict, dataclass
from typing import Any

from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.errors import InvalidSetting
from enraya.evolve.duel import Winners, tally_of
from enraya.heuristics.tuning import check_tunable
from enraya.rules import parse_rules

LEAST_CANDIDATES = 4
MOST_DEPTH = 20


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """How to tune."""

    heuristic: str
    """The original, such as ``threats`` or ``uam-h2(base=2)``."""
    depth: int = 6
    """How far both sides look ahead."""
    generations: int = 24
    candidates: int = 12
    """How many candidates each generation has."""
    pairs: int = 80
    """Pairs of games of each candidate against the original; all play from the same openings."""
    finalists: int = 4
    """How many play again, with four times the pairs, before the best goes to the test."""
    opening_plies: int = 8
    sigma: float = 0.3
    """The first step: about the relative change of a weight."""
    elo1: float = 20.0
    """The test is SPRT(0, elo1), in normalized Elo."""
    test_pairs: int = 4_000
    """The test gives up after this many."""
    seed: int = 0
    rules: str = "classic"

    def __post_init__(self) -> None:
        check_tunable(self.heuristic, parse_rules(self.rules))
        limits = {
            "depth": (1, MOST_DEPTH), "generations": (1, 10_000), "pairs": (1, 100_000),
            "candidates": (LEAST_CANDIDATES, 1_000), "finalists": (1, 1_000),
            "opening_plies": (1, 20), "sigma": (0.001, 10), "elo1": (1, 200),
            "test_pairs": (1, 1_000_000), "seed": (0, 2**63 - 1),
        }  # fmt: skip
        for name, (least, most) in limits.items():
            if not least <= getattr(self, name) <= most:
                wanted = f"must be from {least} to {most}, not {getattr(self, name)!r}"
                raise InvalidSetting(f"{name.replace('_', ' ')} {wanted}")


@dataclass(frozen=True, slots=True)
class TuningGeneration:
    """The candidates of one generation and what they scored against the original."""

    candidates: list[str]
    shares: list[float]
    """Points per game."""
    centre: str
    """The middle of the distribution that the next candidates are drawn from."""


@dataclass(frozen=True, slots=True)
class Finalist:
    """A candidate that played again."""

    heuristic: str
    winners: Winners

    @property
    def tally(self) -> Tally:
        """What it scored against the original."""
        return tally_of(self.winners)


@dataclass(frozen=True, slots=True)
class TuningRun:
    """A finished run."""

    settings: TuningSettings
    generations: list[TuningGeneration]
    finalists: list[Finalist]
    """Best first."""
    test: Finalist
    """The games of the sequential test."""
    verdict: str
    """What the test said, as a sentence."""
    accepted: bool

    @property
    def heuristic(self) -> str:
        """The tuned heuristic if the test accepted it, else the original."""
        return self.test.heuristic if self.accepted else self.settings.heuristic

    def to_object(self) -> dict[str, Any]:
        """The run as plain values for JSON."""
        return {"kind": "weights", **asdict(self), "tally": tally_object(self.test.tally)}

    @staticmethod
    def from_object(state: dict[str, Any]) -> "TuningRun":
        """The run that plain values hold; raises KeyError or TypeError when they hold none."""
        return TuningRun(
            TuningSettings(**state["settings"]),
            [TuningGeneration(**generation) for generation in state["generations"]],
            [Finalist(**finalist) for finalist in state["finalists"]],
            Finalist(**state["test"]),
            str(state["verdict"]),
            bool(state["accepted"]),
        )


def tally_object(tally: Tally) -> dict[str, Any]:
    """A tally with named fields, for readers of the JSON."""

    def score(score: ResultCounts) -> dict[str, int]:
        return {"wins": score.wins, "draws": score.draws, "losses": score.losses}

    return {"total": score(tally.total), "pairs": list(tally.pairs)}
