"""A small data set that is made without the solver's help for early positions."""

from functools import cache

from enraya.learn.data.dataset import Dataset, make_dataset
from enraya.learn.data.labelling import Labels, label_positions
from enraya.learn.data.samplers import Sampling

LATE = Sampling("random-games", stones=(16, 36))
"""Positions that are solved in no time."""


@cache
def labels() -> Labels:
    return label_positions(LATE, 300, seed=5, engine="serial")


@cache
def data() -> Dataset:
    return make_dataset(labels().positions, LATE.as_json())
