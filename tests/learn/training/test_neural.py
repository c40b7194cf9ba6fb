"""Networks: gradients, steps of training, and the arrays of their file."""

import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.learn.training.neural import Network, _adam, _chances, forward

RNG = np.random.default_rng(3)
ROWS = RNG.normal(size=(6, 4)).astype(np.float32)
LABELS = np.array([5.0, -3.0, 0.0, 1.0, -8.0, 0.0])


def started(chances: bool) -> tuple[Network, list[NDArray[np.float32]]]:
    """A network with one hidden layer before it learns; its biases are not 0."""
    network = Network(hidden=(5,), chances=chances, seed=1)
    layers = network._start(4)[0]
    for bias in layers[1::2]:
        bias += RNG.normal(size=bias.shape).astype(np.float32)
    return network, [layer.astype(np.float64) for layer in layers]


def mean_error(network: Network, layers: list[NDArray[np.float32]]) -> float:
    """Half the square error of one answer, or minus the log of the chance of what came."""
    answers = forward(layers, ROWS)[-1].astype(np.float64)
    if not network.chances:
        return float(((answers[:, 0] - LABELS) ** 2).mean() / 2)
    powers = np.exp(answers)
    came = np.sign(LABELS).astype(int) + 1
    return float(-np.log(powers[np.arange(len(ROWS)), came] / powers.sum(axis=1)).mean())


@pytest.mark.parametrize("chances", [False, True])
def test_gradients_agree_with_finite_differences(chances: bool) -> None:
    network, layers = started(chances)
    slopes = network._slopes(layers, ROWS, network._targets(LABELS))
    for layer, slope in zip(layers, slopes, strict=True):
        for place in np.ndindex(layer.shape):
            changed = []
            for step in (1e-5, -1e-5):
                layer[place] += step
                changed.append(mean_error(network, layers))
                layer[place] -= step
            found = (changed[0] - changed[1]) / 2e-5
            assert slope[place] == pytest.approx(found, abs=1e-4)


def test_steps_follow_adam() -> None:
    slopes = np.array([[2.0, -1.0], [0.5, 3.0], [-4.0, 0.0]])
    weight, mean, square = np.zeros(2), np.zeros(2), np.zeros(2)
    memory = ([np.zeros(2, np.float32)], [np.zeros(2, np.float32)], [np.zeros(2, np.float32)], [0])
    for number, slope in enumerate(slopes, start=1):
        _adam(memory, [slope.astype(np.float32)], 0.1)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        corrected = mean / (1 - 0.9**number), square / (1 - 0.999**number)
        weight -= 0.1 * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)
    assert memory[0][0] == pytest.approx(weight, rel=1e-4)
    assert memory[3] == [3]


def test_a_network_without_hidden_layers_fits_a_line() -> None:
    inputs = RNG.normal(5, 3, size=(1500, 2))
    labels = 2 * inputs[:, 0] - inputs[:, 1] + 4
    network = Network(hidden=(), rounds=60, rate=0.3)
    network.fit(inputs, labels, lambda *_: None, None)
    arrays = network.arrays()
    assert arrays["weights0"] == pytest.approx(np.array([[2.0, -1.0]]), abs=0.05)
    assert arrays["biases0"] == pytest.approx([4.0], abs=0.3)
    assert arrays["scale"] == 1


def test_the_scale_from_chances_to_scores_is_the_least_squares_one() -> None:
    inputs = RNG.normal(size=(1200, 2))
    labels = np.where(np.abs(inputs[:, 0]) < 0.5, 0.0, 7 * np.sign(inputs[:, 0]))
    network = Network(hidden=(8,), chances=True, rounds=30, rate=0.05)
    network.fit(inputs, labels, lambda *_: None, None)
    shapes = {name: array.shape for name, array in network.arrays().items()}
    assert shapes == {
        "scale": (), "weights0": (8, 2), "biases0": (8,), "weights1": (3, 8), "biases1": (3,),
    }  # fmt: skip
    chances = _chances(forward(network.layers_, inputs.astype(np.float32))[-1])
    assert (chances.argmax(axis=1) - 1 == np.sign(labels)).mean() > 0.95
    lead = (chances[:, 2] - chances[:, 0]).astype(np.float64)
    best = np.linalg.lstsq(lead[:, None], labels, rcond=None)[0]
    assert network.scale_ == pytest.approx(best[0], rel=1e-5)
