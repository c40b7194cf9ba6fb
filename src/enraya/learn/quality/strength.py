"""The strength of a model during training: its share of points against a level."""

from collections.abc import Callable, Mapping
from typing import Any

from enraya.agents import Limit, parse_agent, prepare
from enraya.agents.players.fixed_depth import STYLES, FixedDepthAgent
from enraya.game.position import Position
from enraya.models import KINDS, ModelFile
from enraya.rules import parse_rules

LEVEL = 5
"""The level to play against: untrained models lose to it and good models beat it, so that a
learning curve shows progress."""
GAMES = 40
FIELD = "strength"
"""The name of the share of points in files and learning curves."""
Strength = Callable[[ModelFile], float]
"""Measures the strength of a model during training."""


def strength(model: ModelFile) -> float:
    """The share of points in 40 games against level `LEVEL`, half of them as first player.

    The model looks one move ahead, as ``learned(MODEL)`` does. The number of a game is the seed of
    the opponent, so the same model always scores the same.
    """
    rules = parse_rules(model.header.rules)
    kind = model.header.kind
    player = FixedDepthAgent(kind, 1, KINDS[kind](kind, model), STYLES["plain"])
    points = 0.0
    for game in range(GAMES):
        mine = 1 + game % 2
        opponent = parse_agent(f"level({LEVEL})", seed=game)
        agents = (player, opponent) if mine == 1 else (opponent, player)
        for agent in agents:
            prepare(agent, rules)
        position = Position.start(rules)
        while not position.is_over:
            position = position.play(agents[position.mover - 1].choose(position, Limit()).move)
        points += 0.5 if position.result == 0 else position.result == mine
    return points / GAMES


def describe_strength(share: float) -> str:
    """A strength in words.

    >>> describe_strength(0.8125)
    '81.2 % of the points against level(5)'
    """
    return f"{100 * share:.1f} % of the points against level({LEVEL})"


def is_due(before: int, done: int, needed: int, *, times: int, apart: int = 1) -> bool:
    """Whether to measure the strength after training has gone from ``before`` to ``done``.

    The three numbers count rounds or games. The strength is measured after the first step, at the
    end, and about ``times`` times in between, at least ``apart`` rounds or games apart.
    """
    step = max(needed // times, apart)
    return before == 0 or done == needed or before // step != done // step


def strength_curve(metrics: Mapping[str, Any]) -> list[tuple[int, float]]:
    """The measured points of a learning curve: the number of rounds or games, and the strength.

    Empty for files of versions that did not measure it.
    """
    fields = list(metrics.get("fields", ()))
    if FIELD not in fields:
        return []
    place = fields.index(FIELD)
    return [(point[0], point[place]) for point in metrics["curve"] if point[place] is not None]
