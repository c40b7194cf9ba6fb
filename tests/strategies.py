"""Rule sets and random games for the tests."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.rules import RULE_SETS, RuleSet, parse_rules
from enraya.rules.classic import classic
from tests.twin import Twin

CLASSIC_SIZES = [(4, 4), (5, 4), (4, 5), (7, 6), (8, 8), (9, 7), (10, 6), (16, 4)]
RULES: list[RuleSet] = list(
    dict.fromkeys([*map(parse_rules, RULE_SETS), *(classic(*size) for size in CLASSIC_SIZES)])
)
"""Every rule set of the registry with its defaults, and the classic game on several boards."""
BOMB_RULES = [rules for rules in RULES if rules.has_bombs]
CLASSIC_RULES = [rules for rules in RULES if rules.name == "classic"]
ALL_SIZES = [
    (columns, rows) for columns in range(4, 17) for rows in range(4, 17) if columns * rows <= 64
]
_LONGEST = 100


def seeded(seed: int) -> Random:
    """A random generator that gives the same numbers in every run."""
    return Random(seed)  # noqa: S311  # nothing here is secret


def make_twin(rules: RuleSet) -> Twin:
    """The slow game of the same rules, at its start."""
    return Twin(rules.name, rules.columns, rules.rows)


def walk(rules: RuleSet, choices: bytes) -> Iterator[tuple[Move, Position]]:
    """The moves and positions of the game in which each byte picks one of the legal moves."""
    position = Position.start(rules)
    for choice in choices:
        legal = position.legal_moves
        if not legal:
            return
        move = legal[choice % len(legal)]
        position = position.play(move)
        yield move, position


def choices() -> st.SearchStrategy[bytes]:
    """Bytes that `walk` turns into a game: short, long, or up to its end."""
    return st.integers(0, _LONGEST).flatmap(lambda n: st.binary(min_size=n, max_size=n))


@st.composite
def positions(draw: st.DrawFn, rules: RuleSet) -> Position:
    """Positions of random games, from the empty board to the end."""
    position = Position.start(rules)
    for _, after in walk(rules, draw(choices())):
        position = after
    return position
