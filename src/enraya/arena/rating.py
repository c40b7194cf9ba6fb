"""Ratings from the results of many agents, by the model of Bradley and Terry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from enraya.arena.tally import Tally


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong an agent is on the scale of Elo, with its 95 % interval."""

    agent: str
    elo: float
    low: float
    high: float
    unbounded: str = ""
    """Empty, or why the results alone set no bound: ``"above"``, ``"below"``, ``"both"``."""


def rate(tallies: Mapping[tuple[str, str], Tally], agents: Sequence[str]) -> list[Rating]:
    """The ratings of the agents, in their order, with mean zero."""
    raise NotImplementedError
