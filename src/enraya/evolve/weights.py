"""Tuning the weights of a heuristic by CMA-ES on match results.

Each generation draws candidates, lets all of them play the original from the same new openings,
each opening twice with sides swapped, and learns from the order of their scores (Hansen, "The CMA
evolution strategy: a tutorial", 2016). Three things limit noise: common openings, so that
candidates differ by play and not by luck; new ones in every generation, so that no luck lasts; and
a final with more games for the best candidates and the last centres of the distribution. The
winner of the final is kept only if a sequential test against the original, on other openings
again, accepts it.

Everything follows from the seed and the results so far, so a stopped run resumes by telling the
strategy the kept results again.
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
"""How many times more pairs than in a generation a finalist plays."""
CHUNK = 20
"""Pairs in one job."""
TEST_PAIRS = 100
"""Pairs between two looks at the sequential test."""


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
    return {"total": asdict(tally.total), "pairs": list(tally.pairs)}


class Tuning:
    """One run in progress."""

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
        """All steps of the run; those in the checkpoint are not computed again."""
        generations = list(self._generations())
        finalists = self._final(generations)
        best = finalists[0]
        self._tell(f"final: {best.tally.total.share:.3f} {best.heuristic}")
        test, verdict = self._test(best.heuristic)
        accepted = verdict.accepted == "H1"
        return TuningRun(self.settings, generations, finalists, test, verdict.reason, accepted)

    def _step(self, number: int, compute: Callable[..., Any], *given: object) -> Any:
        """The result of a step, from the checkpoint if it is there."""
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
        """The evolution strategy at its start, with its own random generator."""
        with catch_warnings():
            simplefilter("ignore")  # it warns that a library for drawing is missing
            cma = imported("cma")
        rng = np.random.default_rng(derive_seed("strategy", self.settings.seed))
        options = {
            "popsize": self.settings.candidates,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": np.nan,  # numpy's shared generator stays as it is
            "verbose": -9,
        }
        start = [asinh(value) for value in self._original.values()]
        return cma.CMAEvolutionStrategy(start, self.settings.sigma, options)

    def _text_of(self, point: NDArray[np.float64]) -> str:
        """The heuristic at a point of the search space; equal steps are about equal ratios."""
        most = asinh(MOST_WEIGHT)
        values = (sinh(max(-most, min(most, x))) for x in point)
        return with_weights(self.settings.heuristic, dict(zip(self._original, values, strict=True)))

    def _openings(self, purpose: object, count: int) -> list[str]:
        """``count`` openings, new for every purpose."""
        seed = derive_seed("tuning", self.settings.seed, purpose)
        rules = parse_rules(self.settings.rules)
        found = random_openings(rules, self.settings.opening_plies, count, seed)
        return [found[i % len(found)] for i in range(count)]

    def _play(self, candidates: Sequence[str], openings: Sequence[str]) -> list[Winners]:
        """The games of all candidates against the original from the same openings."""
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
        """The last centres of the run and the best candidates, played again; best first."""
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
        """The games of a finalist against the original until the sequential test decides."""
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
    """Tunes the weights of a heuristic; the result is tested against the original.

    Args:
        settings: what to tune and how.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many at once; every core by default.
        checkpoint: a file that keeps finished steps; the same call continues from it.
        on_step: called with a sentence after each generation, the final and each look at the test.
        on_games: called with the number of games just played; not for games from the checkpoint.

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
