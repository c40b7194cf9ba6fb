"""Tuning the weights of a heuristic by CMA-ES on match results.

In each generation, CMA-ES draws candidates. All of them play the original heuristic from the same
new openings, each opening twice with sides swapped, and the strategy learns from the ranking of
their scores (Hansen, "The CMA evolution strategy: a tutorial", 2016). Three things reduce noise:
candidates share their openings, so that scores differ by play and not by luck; every generation has
new openings, so that no candidate profits from lucky ones for long; and the best candidates and the
last centres of the distribution play a final with more games. The winner of the final is accepted
only if it passes a sequential test against the original, from yet other openings.

Everything follows from the seed and the results so far, so a stopped run resumes by feeding the
results in the checkpoint to the strategy again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import asinh, sinh
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import NDArray

from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.schedule import derive_seed
from enraya.arena.statistics.sprt import Sprt, Verdict
from enraya.arena.statistics.tally import Tally
from enraya.errors import InvalidSetting
from enraya.evolve.duel import Duel, Winners, play_duel, tally_of
from enraya.extras import imported
from enraya.heuristics.heuristic import MOST_WEIGHT
from enraya.heuristics.weight_names import check_tunable, weights_by_name, with_weights
from enraya.rules import parse_rules
from enraya.work import Checkpoint, run_jobs

LEAST_CANDIDATES = 4
MOST_DEPTH = 20
FINAL_FACTOR = 4
"""A finalist plays this many times as many pairs as a candidate of a generation."""
CHUNK = 20
"""The pairs of games in one job."""
TEST_PAIRS = 100
"""The sequential test is evaluated after every so many pairs."""


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """The settings of a tuning run."""

    heuristic: str
    """The heuristic to tune, such as ``threats`` or ``uam-h2(base=2)``."""
    depth: int = 6
    """The depth at which both sides search."""
    generations: int = 24
    candidates: int = 12
    """How many candidates each generation has."""
    pairs: int = 80
    """How many pairs of games each candidate plays against the original."""
    finalists: int = 4
    """How many candidates reach the final, with four times the pairs; its winner is tested."""
    opening_plies: int = 8
    sigma: float = 0.3
    """The initial step size of CMA-ES: roughly the relative change of a weight."""
    elo1: float = 20.0
    """The test is SPRT(0, elo1), in normalized Elo."""
    test_pairs: int = 4_000
    """The most pairs that the test plays; without a decision by then, it accepts nothing."""
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
    """The candidates of one generation and their scores against the original."""

    candidates: list[str]
    shares: list[float]
    """The points per game of each candidate."""
    centre: str
    """The heuristic at the mean of the distribution that the next candidates are drawn from."""


@dataclass(frozen=True, slots=True)
class Finalist:
    """A candidate of the final or the test, and the results of its games against the original."""

    heuristic: str
    winners: Winners

    @property
    def tally(self) -> Tally:
        """The tally of the candidate against the original."""
        return tally_of(self.winners)


@dataclass(frozen=True, slots=True)
class TuningRun:
    """A finished tuning run."""

    settings: TuningSettings
    generations: list[TuningGeneration]
    finalists: list[Finalist]
    """The candidates of the final, best first."""
    test: Finalist
    """The winner of the final, with its games in the sequential test."""
    verdict: str
    """The verdict of the test, as a sentence."""
    accepted: bool

    @property
    def heuristic(self) -> str:
        """The tuned heuristic if the test accepted it, else the original."""
        return self.test.heuristic if self.accepted else self.settings.heuristic

    def to_object(self) -> dict[str, Any]:
        """The run as plain values that JSON can hold."""
        return {"kind": "weights", **asdict(self), "tally": tally_object(self.test.tally)}

    @staticmethod
    def from_object(state: dict[str, Any]) -> "TuningRun":
        """The run that these plain values describe.

        Raises:
            KeyError, TypeError, ValueError: when they describe none.
        """
        return TuningRun(
            TuningSettings(**state["settings"]),
            [TuningGeneration(**generation) for generation in state["generations"]],
            [Finalist(**finalist) for finalist in state["finalists"]],
            Finalist(**state["test"]),
            str(state["verdict"]),
            bool(state["accepted"]),
        )


def tally_object(tally: Tally) -> dict[str, Any]:
    """A tally as an object with named fields, for JSON."""
    return {"total": asdict(tally.total), "pairs": list(tally.pairs)}


class Tuning:
    """A tuning run in progress."""

    def __init__(
        self,
        settings: TuningSettings,
        kept: "Checkpoint[Any]",
        play: Callable[[list[Duel]], list[Winners]],
        on_step: Callable[[str], None] | None,
    ) -> None:
        self.settings = settings
        self._kept = kept
        self._play_duels = play
        self._tell = on_step or (lambda _: None)
        self._original = weights_by_name(settings.heuristic)

    def run(self) -> TuningRun:
        """Does all steps of the run; results in the checkpoint are not computed again."""
        generations = list(self._generations())
        finalists = self._final(generations)
        best = finalists[0]
        self._tell(f"final: {best.tally.total.share:.3f} {best.heuristic}")
        test, verdict = self._test(best.heuristic)
        accepted = verdict.accepted == "H1"
        return TuningRun(self.settings, generations, finalists, test, verdict.reason, accepted)

    def _step(self, number: int, compute: Callable[..., Any], *given: object) -> Any:
        """The result of a step, read from the checkpoint or else computed and added to it."""
        if number not in self._kept.results:
            self._kept.add(number, compute(*given))
        return self._kept.results[number]

    def _generations(self) -> Iterator[TuningGeneration]:
        settings, strategy = self.settings, self._strategy()
        for number in range(settings.generations):
            points = strategy.ask()
            texts = [self._text_of(point) for point in points]
            shares: list[float] = self._step(number, self._shares, texts, number)
            strategy.tell(points, [-share for share in shares])
            centre = self._text_of(strategy.result.xfavorite)
            self._tell(
                f"generation {number + 1}: best {max(shares):.3f}, mean {np.mean(shares):.3f}, "
                f"step {strategy.sigma:.3f}, centre {centre}"
            )
            yield TuningGeneration(texts, shares, centre)

    def _shares(self, candidates: list[str], number: int) -> list[float]:
        """The points per game of the candidates of a generation."""
        games = self._play(candidates, self._openings(number, self.settings.pairs))
        return [tally_of(winners).total.share for winners in games]

    def _strategy(self) -> Any:
        """A new CMA-ES strategy with its own random generator."""
        with catch_warnings():
            simplefilter("ignore")  # it warns that a plotting library is missing
            cma = imported("cma")
        rng = np.random.default_rng(derive_seed("strategy", self.settings.seed))
        options = {
            "popsize": self.settings.candidates,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": np.nan,  # leaves numpy's global generator alone
            "verbose": -9,
        }
        start = [asinh(value) for value in self._original.values()]
        return cma.CMAEvolutionStrategy(start, self.settings.sigma, options)

    def _text_of(self, point: NDArray[np.float64]) -> str:
        """The heuristic at a point of the search space, whose coordinates are asinh of the weights.

        Equal steps there change large weights by roughly equal ratios.
        """
        most = asinh(MOST_WEIGHT)
        values = (sinh(max(-most, min(most, x))) for x in point)
        return with_weights(self.settings.heuristic, dict(zip(self._original, values, strict=True)))

    def _openings(self, purpose: object, count: int) -> list[str]:
        """``count`` openings, different for every purpose; repeated if there are too few."""
        seed = derive_seed("tuning", self.settings.seed, purpose)
        rules = parse_rules(self.settings.rules)
        found = random_openings(rules, self.settings.opening_plies, count, seed)
        return [found[i % len(found)] for i in range(count)]

    def _play(self, candidates: Sequence[str], openings: Sequence[str]) -> list[Winners]:
        """The results of all candidates against the original, from the same openings."""
        s = self.settings
        parts = [openings[i : i + CHUNK] for i in range(0, len(openings), CHUNK)]
        duels = [
            Duel(text, s.heuristic, s.depth, part, s.rules) for text in candidates for part in parts
        ]
        results = iter(self._play_duels(duels))
        return [[pair for _ in parts for pair in next(results)] for _ in candidates]

    def _play_one(self, candidate: str, openings: Sequence[str]) -> Winners:
        return self._play([candidate], openings)[0]

    def _final(self, generations: Sequence[TuningGeneration]) -> list[Finalist]:
        """Lets the last centres and the best candidates play again; the best comes first."""
        most = self.settings.finalists
        centres = dict.fromkeys(g.centre for g in reversed(generations))
        scored = [pair for g in generations for pair in zip(g.shares, g.candidates, strict=True)]
        best = dict.fromkeys(text for _, text in sorted(scored, key=lambda pair: -pair[0]))
        chosen = dict.fromkeys([*islice(centres, (most + 1) // 2), *islice(best, most)])
        texts = list(chosen)[:most]
        openings = self._openings("final", FINAL_FACTOR * self.settings.pairs)
        games: list[Winners] = self._step(self.settings.generations, self._play, texts, openings)
        finalists = [Finalist(*pair) for pair in zip(texts, games, strict=True)]
        return sorted(finalists, key=lambda finalist: -finalist.tally.total.share)

    def _test(self, text: str) -> tuple[Finalist, Verdict]:
        """Plays a finalist against the original until the test decides or has no pairs left."""
        test = Sprt(0, self.settings.elo1)
        openings = self._openings("test", self.settings.test_pairs)
        played: Winners = []
        for number, start in enumerate(range(0, len(openings), TEST_PAIRS), start=1):
            part = openings[start : start + TEST_PAIRS]
            played += self._step(self.settings.generations + number, self._play_one, text, part)
            pairs = tally_of(played).pairs
            verdict = test.verdict(pairs)
            self._tell(f"test after {len(played)} pairs: {pairs}, {verdict.reason}")
            if verdict.accepted:
                break
        return Finalist(text, played), verdict


def tune_weights(
    settings: TuningSettings,
    *,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_step: Callable[[str], None] | None = None,
    on_games: Callable[[int], None] | None = None,
) -> TuningRun:
    """Tunes the weights of a heuristic and tests the result against the original.

    Args:
        settings: what to tune and how.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many jobs run at once; one per core by default.
        checkpoint: a file that keeps finished steps; the same call resumes from it.
        on_step: called with a line of text after each generation, the final, and each evaluation
            of the test.
        on_games: called with the number of games just played; games from the checkpoint do not
            count.

    Raises:
        InvalidSetting: when the checkpoint belongs to another run.
    """

    def play(duels: list[Duel]) -> list[Winners]:
        def on_done(finished: int) -> None:
            if on_games and finished:
                on_games(2 * len(duels[finished - 1].openings))

        return run_jobs(play_duel, duels, engine=engine, workers=workers, on_done=on_done)

    looks = -(-settings.test_pairs // TEST_PAIRS)
    jobs = [[repr(settings), step] for step in range(settings.generations + 1 + looks)]
    kept: Checkpoint[Any] = Checkpoint(checkpoint, jobs, settings.seed)
    with kept:
        return Tuning(settings, kept, play, on_step).run()
