"""Draws from its own random numbers, as agents of Kaggle do."""

import random
from typing import Any


def agent(observation: Any, configuration: Any) -> int:
    """Any open column, counted from 0."""
    columns = range(configuration.columns)
    return random.choice([column for column in columns if observation.board[column] == 0])
