"""Boosted trees (LightGBM) and random forests (scikit-learn); both become arrays of nodes.

Boosting works in rounds of a few trees. Each round loads the model that the previous round saved
as text, even without an interruption, so a resumed training gives the same trees.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.extras import imported

Matrix = NDArray[np.float64]
Nodes = dict[str, NDArray[Any]]
State = dict[str, NDArray[Any]]
OnRound = Callable[[int, State], None]
"""Called after each round with the number of rounds done and the state to resume from."""
_LEAF = -1
"""In place of a feature number, it marks a leaf; scikit-learn puts it in place of a child."""
_MAX_BIN = 63
"""Our features are small integers, so few distinct thresholds make sense."""


@dataclass(slots=True)
class Boosting:
    """Gradient-boosted regression trees."""

    trees: int = 400
    leaves: int = 255
    rate: float = 0.1
    root: bool = False
    """Whether to learn the square roots of scores, with their signs: the sign then counts more."""
    seed: int = 0
    round_size: int = 50
    text_: str = field(default="", repr=False)
    """The trees so far, in LightGBM's text format."""

    @property
    def rounds(self) -> int:
        """How many rounds the training takes."""
        return -(-self.trees // self.round_size)

    def fit(self, inputs: Matrix, labels: Matrix, on_round: OnRound, state: State | None) -> None:
        """Fits the model, or resumes from the state of an interrupted run."""
        lightgbm = imported("lightgbm")

        first = 0
        if state is not None:
            first, self.text_ = int(state["round"]), bytes(state["text"]).decode()
        targets = np.sign(labels) * np.sqrt(np.abs(labels)) if self.root else labels
        rows = lightgbm.Dataset(
            inputs.astype(np.float32), targets, params={"max_bin": _MAX_BIN}, free_raw_data=False
        )
        for number in range(first, self.rounds):
            earlier = lightgbm.Booster(model_str=self.text_) if self.text_ else None
            count = min(self.round_size, self.trees - number * self.round_size)
            booster = lightgbm.train(
                self._settings(number), rows, count, init_model=earlier, keep_training_booster=False
            )
            self.text_ = booster.model_to_string()
            text = np.frombuffer(self.text_.encode(), dtype=np.uint8)
            on_round(number + 1, {"round": np.array(number + 1), "text": text})

    def _settings(self, number: int) -> dict[str, Any]:
        return {
            "objective": "regression",
            "num_leaves": self.leaves,
            "learning_rate": self.rate,
            "min_data_in_leaf": 20,
            "feature_fraction": 0.3,
            "bagging_fraction": 0.8,
            "bagging_freq": 1,
            "max_bin": _MAX_BIN,
            "seed": self.seed + number,
            "deterministic": True,
            "force_row_wise": True,
            "verbose": -1,
        }

    def arrays(self) -> Nodes:
        """The trees as arrays for a model file."""
        lightgbm = imported("lightgbm")

        trees = lightgbm.Booster(model_str=self.text_).dump_model()["tree_info"]
        nodes = joined_trees([_boosted_nodes(tree["tree_structure"]) for tree in trees])
        return {**nodes, "is_root": np.array(self.root, dtype=np.int8)}


@dataclass(slots=True)
class Forest:
    """A random forest: the mean of trees that were trained on random parts of the data."""

    trees: int = 100
    leaves: int = 1000
    outcomes: bool = False
    """Whether to learn outcomes instead of scores: wins and losses then count as plus and minus the
    mean size of their scores."""
    seed: int = 0
    round_size: int = 10
    nodes_: list[Nodes] = field(default_factory=list, repr=False)

    @property
    def rounds(self) -> int:
        """How many rounds the training takes."""
        return -(-self.trees // self.round_size)

    def fit(self, inputs: Matrix, labels: Matrix, on_round: OnRound, state: State | None) -> None:
        """Fits the model, or resumes from the state of an interrupted run."""
        RandomForestRegressor = imported("sklearn.ensemble").RandomForestRegressor  # noqa: N806

        if self.outcomes:
            labels = np.sign(labels) * np.abs(labels[labels != 0]).mean()
        if state is not None:
            self.nodes_ = split_trees(state)
        for number in range(len(self.nodes_) // self.round_size, self.rounds):
            count = min(self.round_size, self.trees - len(self.nodes_))
            part = RandomForestRegressor(
                count, max_leaf_nodes=self.leaves, max_features=0.4, max_samples=0.5,
                min_samples_leaf=3, random_state=self.seed + number, n_jobs=-1,
            )  # fmt: skip
            part.fit(inputs.astype(np.float32), labels)
            self.nodes_ += [_forest_nodes(tree.tree_, self.trees) for tree in part.estimators_]
            on_round(number + 1, self.arrays())

    def arrays(self) -> Nodes:
        """The trees as arrays for a model file; the reached leaves add up to the forest's mean."""
        return {**joined_trees(self.nodes_), "is_root": np.array(0, dtype=np.int8)}


def _boosted_nodes(root: dict[str, Any]) -> Nodes:
    """A tree of LightGBM as nodes in preorder, the child for values up to the threshold first."""
    feature: list[int] = []
    value: list[float] = []
    greater: list[int] = []
    waiting: list[tuple[dict[str, Any], int]] = [(root, -1)]
    while waiting:
        node, comes_from = waiting.pop()
        if comes_from >= 0:
            greater[comes_from] = len(feature)
        is_leaf = "split_feature" not in node
        feature.append(_LEAF if is_leaf else int(node["split_feature"]))
        value.append(float(node["leaf_value"] if is_leaf else node["threshold"]))
        greater.append(0)
        if not is_leaf:
            waiting.append((node["right_child"], len(feature) - 1))
            waiting.append((node["left_child"], -1))
    return _as_arrays(feature, value, greater)


def _forest_nodes(tree: Any, trees: int) -> Nodes:
    """A tree of scikit-learn, which numbers nodes in the order of their splits, as in preorder.

    The values of its leaves are divided by the number of trees.
    """
    left, right = tree.children_left, tree.children_right
    order: list[int] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if left[node] != _LEAF:
            waiting += [right[node], left[node]]
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    is_leaf = left[order] == _LEAF
    values = np.where(is_leaf, tree.value[order, 0, 0] / trees, tree.threshold[order])
    features = np.where(is_leaf, _LEAF, tree.feature[order])
    return _as_arrays(features, values, np.where(is_leaf, 0, place[right[order]]))


def _as_arrays(feature: Any, value: Any, greater: Any) -> Nodes:
    return {
        "feature": np.asarray(feature, dtype=np.int16),
        "value": np.asarray(value, dtype=np.float32),
        "greater": np.asarray(greater, dtype=np.int32),
    }


def joined_trees(trees: list[Nodes]) -> Nodes:
    """Many trees in one set of arrays; ``roots`` says where each tree begins."""
    sizes = [len(tree["feature"]) for tree in trees]
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
    greater = [
        np.where(tree["feature"] < 0, 0, tree["greater"] + root).astype(np.int32)
        for tree, root in zip(trees, roots, strict=True)
    ]
    return {
        "feature": np.concatenate([tree["feature"] for tree in trees]),
        "value": np.concatenate([tree["value"] for tree in trees]),
        "greater": np.concatenate(greater),
        "roots": roots,
    }


def split_trees(arrays: Nodes) -> list[Nodes]:
    """Splits the arrays of `joined_trees` into the single trees again."""
    borders = [*arrays["roots"].tolist(), len(arrays["feature"])]
    trees = []
    for start, end in itertools.pairwise(borders):
        feature = arrays["feature"][start:end]
        greater = np.where(feature < 0, 0, arrays["greater"][start:end] - start)
        trees.append(_as_arrays(feature, arrays["value"][start:end], greater))
    return trees
