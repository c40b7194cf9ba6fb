"""Networks of a few ReLU layers, trained with Adam; with one layer a logistic regression.

Each round passes over all rows. The order of the rows in a round follows from the seed and
the number of the round, so a resumed training gives the same network.
"""

import itertools
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from enraya.learn.training.boosting import OnRound, State

Floats = NDArray[np.float32]
_BATCH = 512
_MOMENTUM, _SECOND, _TINY = 0.9, 0.999, 1e-8
_OUTCOMES = 3


@dataclass(slots=True)
class Network:
    """A network that predicts a score or, with ``chances``, the chances of loss, draw and win.

    ``hidden`` has the sizes of the hidden layers.
    """

    hidden: tuple[int, ...] = (64, 32)
    chances: bool = False
    rounds: int = 20
    rate: float = 0.002
    seed: int = 0
    layers_: list[Floats] = field(default_factory=list, repr=False)
    """The weights and biases of each layer in turn; inputs need not be standardised."""
    scale_: float = 1.0

    def fit(
        self,
        inputs: NDArray[np.float64],
        labels: NDArray[np.float64],
        on_round: OnRound,
        state: State | None,
    ) -> None:
        """Fits the model, or resumes from the state of an interrupted run."""
        centre, spread = inputs.mean(axis=0), inputs.std(axis=0) + 1e-6
        rows = ((inputs - centre) / spread).astype(np.float32)
        targets = self._targets(labels)
        memory = self._start(rows.shape[1]) if state is None else _unpacked(state)
        first = 0 if state is None else int(state["round"])
        for number in range(first, self.rounds):
            order = np.random.default_rng([self.seed, number]).permutation(len(rows))
            rate = self.rate * (1 - number / self.rounds)
            for start in range(0, len(order), _BATCH):
                batch = order[start : start + _BATCH]
                _adam(memory, self._slopes(memory[0], rows[batch], targets[batch]), rate)
            self.layers_ = _for_raw_inputs(memory[0], centre, spread)
            on_round(number + 1, _packed(memory, number + 1))
        self.layers_ = _for_raw_inputs(memory[0], centre, spread)
        self.scale_ = self._best_scale(inputs, labels)

    def arrays(self) -> State:
        """The layers as arrays for a model file."""
        named: State = {"scale": np.array(self.scale_, dtype=np.float32)}
        for place in range(0, len(self.layers_), 2):
            named[f"weights{place // 2}"] = self.layers_[place].T.copy()
            named[f"biases{place // 2}"] = self.layers_[place + 1]
        return named

    def _targets(self, labels: NDArray[np.float64]) -> Floats:
        if not self.chances:
            return labels[:, None].astype(np.float32)
        outcome = np.sign(labels).astype(np.int64) + 1
        return np.eye(_OUTCOMES, dtype=np.float32)[outcome]

    def _start(self, inputs: int) -> tuple[list[Floats], list[Floats], list[Floats], list[int]]:
        rng = np.random.default_rng(self.seed)
        sizes = [inputs, *self.hidden, _OUTCOMES if self.chances else 1]
        layers: list[Floats] = []
        for size, outputs in itertools.pairwise(sizes):
            spread = np.sqrt(2 / size)
            layers.append((rng.standard_normal((size, outputs)) * spread).astype(np.float32))
            layers.append(np.zeros(outputs, dtype=np.float32))
        return layers, [np.zeros_like(a) for a in layers], [np.zeros_like(a) for a in layers], [0]

    def _slopes(self, layers: list[Floats], rows: Floats, targets: Floats) -> list[Floats]:
        """The gradient of the mean error of some rows with respect to every weight and bias."""
        values = forward(layers, rows)
        answer = values[-1]
        error: Floats = (_chances(answer) if self.chances else answer) - targets
        error = error / np.float32(len(rows))
        slopes: list[Floats] = []
        for place in range(len(layers) - 2, -1, -2):
            below = values[place // 2]
            slopes = [below.T @ error, error.sum(axis=0), *slopes]
            if place:
                error = (error @ layers[place].T) * (below > 0)
        return slopes

    def _best_scale(self, inputs: NDArray[np.float64], labels: NDArray[np.float64]) -> float:
        """The factor that, times the chance of a win minus that of a loss, fits the scores best.

        The fit is by least squares; 1 for a network that predicts scores.
        """
        if not self.chances:
            return 1.0
        chances = _chances(forward(self.layers_, inputs.astype(np.float32))[-1])
        lead = (chances[:, 2] - chances[:, 0]).astype(np.float64)
        return float((lead * labels).sum() / max((lead * lead).sum(), 1e-9))


def forward(layers: list[Floats], rows: Floats) -> list[Floats]:
    """The rows themselves, then the outputs of each layer for them."""
    values = [rows]
    for place in range(0, len(layers), 2):
        answer = values[-1] @ layers[place] + layers[place + 1]
        values.append(answer if place == len(layers) - 2 else np.maximum(answer, 0))
    return values


def _chances(answers: Floats) -> Floats:
    powers: Floats = np.exp(answers - answers.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


_Memory = tuple[list[Floats], list[Floats], list[Floats], list[int]]


def _adam(memory: _Memory, slopes: list[Floats], rate: float) -> None:
    """One step of Adam (Kingma and Ba, 2015); the whole memory is modified in place."""
    layers, means, squares, steps = memory
    steps[0] += 1
    first, second = 1 - _MOMENTUM ** steps[0], 1 - _SECOND ** steps[0]
    for layer, mean, square, slope in zip(layers, means, squares, slopes, strict=True):
        mean += (1 - _MOMENTUM) * (slope - mean)
        square += (1 - _SECOND) * (slope * slope - square)
        layer -= rate * (mean / first) / (np.sqrt(square / second) + _TINY)


def _for_raw_inputs(
    layers: list[Floats], centre: NDArray[np.float64], spread: NDArray[np.float64]
) -> list[Floats]:
    """The layers of an equivalent network for inputs that are not standardised."""
    weights = layers[0] / spread[:, None]
    biases = layers[1] - centre @ weights
    return [weights.astype(np.float32), biases.astype(np.float32), *layers[2:]]


def _packed(memory: _Memory, number: int) -> State:
    layers, means, squares, steps = memory
    named: State = {"round": np.array(number), "steps": np.array(steps[0])}
    for kind, arrays in (("layer", layers), ("mean", means), ("square", squares)):
        named |= {f"{kind}{i}": array for i, array in enumerate(arrays)}
    return named


def _unpacked(state: State) -> _Memory:
    count = sum(name.startswith("layer") for name in state)
    layers, means, squares = (
        [state[f"{kind}{i}"].copy() for i in range(count)] for kind in ("layer", "mean", "square")
    )
    return layers, means, squares, [int(state["steps"])]
