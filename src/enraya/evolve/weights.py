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
from itertools import islice
from math import asinh, sinh
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import NDArray

from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.schedule import derive_seed
from enraya.arena.statistics.sprt import Sprt
from enraya.evolve.duel import Duel, Winners, play_duel, tally_of
from enraya.evolve.tuned import Finalist, TuningGeneration, TuningRun, TuningSettings
from enraya.extras import imported
from enraya.heuristics.heuristic import MOST_WEIGHT
from enraya.heuristics.tuning import weights_by_name, with_weights
from enraya.rules import parse_rules
from enraya.work import Checkpoint, run_jobs

FINAL_FACTOR = 4
"""How many times more pairs than in a generation a finalist plays."""
CHUNK = 20
"""Pairs in one job."""
TEST_PAIRS = 100
"""Pairs between two looks at the sequential test."""
_Point = NDArray[np.float64]


class Tuning:
    """One run in progress."""

    def __init__(
        self,
        settings: TuningSettings,
        engine: str = "processes",
        workers: int | None = None,
        on_games: Callable[[int], None] | None = None,
    ) -> None:
        self.settings = settings
        self.names = list(weights_by_name(settings.heuristic))
        self._engine, self._workers = engine, workers
        self._on_games = on_games
        self.looks = range(0, settings.test_pairs, TEST_PAIRS)
        """The pairs of the test before each look at it."""

    def strategy(self) -> Any:
        """The evolution strategy at its start, with its own random generator."""
        cma = _load_cma()
        rng = np.random.default_rng(derive_seed("strategy", self.settings.seed))
        start = [asinh(value) for value in weights_by_name(self.settings.heuristic).values()]
        options = {
            "popsize": self.settings.candidates,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": np.nan,  # numpy's shared generator stays as it is
            "verbose": -9,
        }
        return cma.CMAEvolutionStrategy(start, self.settings.sigma, options)

    def text_of(self, point: _Point) -> str:
        """The heuristic at a point of the search space; equal steps are about equal ratios."""
        most = asinh(MOST_WEIGHT)
        values = (sinh(max(-most, min(most, x))) for x in point)
        return with_weights(self.settings.heuristic, dict(zip(self.names, values, strict=True)))

    def openings(self, purpose: object, count: int) -> list[str]:
        """``count`` openings, new for every purpose."""
        seed = derive_seed("tuning", self.settings.seed, purpose)
        rules, plies = parse_rules(self.settings.rules), self.settings.opening_plies
        found = random_openings(rules, plies, count, seed)
        return [found[i % len(found)] for i in range(count)]

    def play(self, candidates: Sequence[str], openings: Sequence[str]) -> list[Winners]:
        """The games of all candidates against the original from the same openings."""
        s = self.settings
        parts = [openings[i : i + CHUNK] for i in range(0, len(openings), CHUNK)]
        jobs = [
            Duel(text, s.heuristic, s.depth, part, s.rules) for text in candidates for part in parts
        ]
        done = 0

        def on_done(finished: int) -> None:
            nonlocal done
            if self._on_games:
                self._on_games(sum(2 * len(job.openings) for job in jobs[done:finished]))
            done = finished

        results = run_jobs(
            play_duel, jobs, engine=self._engine, workers=self._workers, on_done=on_done
        )
        width = len(parts)
        return [
            [pair for part in results[i * width : (i + 1) * width] for pair in part]
            for i in range(len(candidates))
        ]


def _load_cma() -> Any:
    """The library of the evolution strategy, which takes a second to load."""
    with catch_warnings():
        simplefilter("ignore")  # it warns that a library for drawing is missing
        return imported("cma")


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
    tuning = Tuning(settings, engine, workers, on_games)
    steps = settings.generations + 1 + len(tuning.looks)
    jobs = [[repr(settings), step] for step in range(steps)]
    kept: Checkpoint[Any] = Checkpoint(checkpoint, jobs, settings.seed)
    with kept:
        generations = []
        for sentence, generation in _generations(tuning, kept):
            generations.append(generation)
            _tell(on_step, sentence)
        finalists = _final(tuning, generations, kept)
        best = finalists[0]
        _tell(on_step, f"final: {best.tally.total.share:.3f} {best.heuristic}")
        return _tested(tuning, generations, finalists, kept, on_step)


def _tell(on_step: Callable[[str], None] | None, sentence: str) -> None:
    if on_step:
        on_step(sentence)


def _step(kept: "Checkpoint[Any]", number: int, compute: Callable[[], Any]) -> Any:
    """The result of a step, from the checkpoint if it is there."""
    if number not in kept.results:
        kept.add(number, compute())
    return kept.results[number]


def _generations(tuning: Tuning, kept: "Checkpoint[Any]") -> Iterator[tuple[str, TuningGeneration]]:
    """The generations one after the other, each with a sentence about it."""
    strategy = tuning.strategy()
    for number in range(tuning.settings.generations):
        points = strategy.ask()
        texts = [tuning.text_of(point) for point in points]

        def compute(texts: list[str] = texts, number: int = number) -> list[float]:
            openings = tuning.openings(number, tuning.settings.pairs)
            return [tally_of(games).total.share for games in tuning.play(texts, openings)]

        shares: list[float] = _step(kept, number, compute)
        strategy.tell(points, [-share for share in shares])
        centre = tuning.text_of(strategy.result.xfavorite)
        sentence = (
            f"generation {number + 1}: best {max(shares):.3f}, mean {np.mean(shares):.3f}, "
            f"step {strategy.sigma:.3f}, centre {centre}"
        )
        yield sentence, TuningGeneration(texts, shares, centre)


def _final(
    tuning: Tuning, generations: Sequence[TuningGeneration], kept: "Checkpoint[Any]"
) -> list[Finalist]:
    """The centres of the last half of the run and the best candidates, played again; best first."""
    settings = tuning.settings
    centres = dict.fromkeys(g.centre for g in reversed(generations))
    scored = [pair for g in generations for pair in zip(g.shares, g.candidates, strict=True)]
    best = dict.fromkeys(text for _, text in sorted(scored, key=lambda pair: -pair[0]))
    some = (settings.finalists + 1) // 2
    texts = list(dict.fromkeys([*islice(centres, some), *islice(best, settings.finalists)]))
    texts = texts[: settings.finalists]

    def compute() -> list[Winners]:
        openings = tuning.openings("final", FINAL_FACTOR * settings.pairs)
        return tuning.play(texts, openings)

    games: list[Winners] = _step(kept, settings.generations, compute)
    finalists = [Finalist(*pair) for pair in zip(texts, games, strict=True)]
    return sorted(finalists, key=lambda finalist: -finalist.tally.total.share)


def _tested(
    tuning: Tuning,
    generations: list[TuningGeneration],
    finalists: list[Finalist],
    kept: "Checkpoint[Any]",
    on_step: Callable[[str], None] | None,
) -> TuningRun:
    """The best finalist against the original until the sequential test decides."""
    settings, text = tuning.settings, finalists[0].heuristic
    test = Sprt(0, settings.elo1)
    openings = tuning.openings("test", settings.test_pairs)
    played: Winners = []
    verdict = test.verdict(tally_of(played).pairs)
    for number, start in enumerate(tuning.looks):
        part = openings[start : start + TEST_PAIRS]

        def compute(part: list[str] = part) -> Winners:
            return tuning.play([text], part)[0]

        played += _step(kept, settings.generations + 1 + number, compute)
        tally = tally_of(played)
        verdict = test.verdict(tally.pairs)
        _tell(on_step, f"test after {len(played)} pairs: {tally.pairs}, {verdict.reason}")
        if verdict.accepted:
            break
    return TuningRun(
        settings, generations, finalists, Finalist(text, played), verdict.reason,
        verdict.accepted == "H1",
    )  # fmt: skip
