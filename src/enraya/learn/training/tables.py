"""Tables fitted to exact scores: the n-tuples of `ntuple`, learned from labels instead of games.

Each round passes over all rows. The order of the rows in a round follows from the seed and
the number of the round, so a resumed training gives the same tables.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.kernels.models.training import fit_tables
from enraya.learn.training.boosting import OnRound, State
from enraya.models.ntuple import PLAYERS, pack
from enraya.models.ntuple_shapes import Shape, make_wiring, shapes, table_sizes
from enraya.rules.classic import classic

Floats = NDArray[np.float32]


def _nothing() -> Floats:
    return np.zeros((PLAYERS, 0), dtype=np.float32)


@dataclass(slots=True)
class FittedTables:
    """A model whose score is a sum of weights, looked up by the content of groups of cells."""

    rounds: int = 5
    rate: float = 4.0
    """The learning rate in the first round; it decreases linearly with the rounds, and for each
    weight with the square root of how often that weight was used."""
    step: float = 5.0
    """How far the scores of won and lost boards are moved away from 0 for training."""
    seed: int = 0
    weights_: Floats = field(default_factory=_nothing, repr=False)
    counts_: Floats = field(default_factory=_nothing, repr=False)

    def fit(
        self,
        inputs: NDArray[Any],
        labels: NDArray[np.float64],
        on_round: OnRound,
        state: State | None,
    ) -> None:
        """Fits the tables, or resumes from the state of an interrupted run.

        ``inputs`` has the first and the second player's stones in each row.
        """
        rules, tuples = classic(), _tuples()
        contributions = make_wiring(rules.columns, rules.rows, tuples).contributions
        first = self._start(sum(table_sizes(tuples)), state)
        targets = labels + self.step * np.sign(labels)
        for number in range(first, self.rounds):
            order = np.random.default_rng([self.seed, number]).permutation(len(inputs))
            rate = self.rate * (1 - number / self.rounds)
            fit_tables(
                rules.kernel_geometry, contributions, inputs, targets, order, rate,
                self.weights_, self.counts_,
            )  # fmt: skip
            on_round(number + 1, self._state(number + 1))

    def arrays(self) -> State:
        """The tables as arrays for a model file."""
        return {**pack(_tuples(), self.weights_), "step": np.array(self.step, dtype=np.float32)}

    def _start(self, entries: int, state: State | None) -> int:
        """Sets up the weights, restored if there is a state, and returns the first round to run."""
        if state is None:
            self.weights_ = np.zeros((PLAYERS, entries), dtype=np.float32)
            self.counts_ = np.ones((PLAYERS, entries), dtype=np.float32)
            return 0
        self.weights_, self.counts_ = state["weights"].copy(), state["counts"].copy()
        for table in (self.weights_, self.counts_):
            if table.shape != (PLAYERS, entries) or table.dtype != np.float32:
                raise InvalidSetting("the checkpoint holds other tables; remove it first")
        return int(state["round"])

    def _state(self, rounds: int) -> State:
        return {"round": np.array(rounds), "weights": self.weights_, "counts": self.counts_}


def _tuples() -> list[Shape]:
    rules = classic()
    return shapes(rules.columns, rules.rows)
