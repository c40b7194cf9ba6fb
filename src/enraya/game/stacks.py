"""Stacks, and the orders in which their stones may have fallen.

A stack is what lies in one column, from the bottom: ``"112"``. Before the last move no player has
four in a line, so all that matters before it is the order of colours and bombs. The search for such
an order is bounded, because it can take long if there is none.
"""

from collections.abc import Callable, Iterable, Sequence

from enraya.kernels.core.bits import has_four
from enraya.rules import RuleSet

_STONES = ("14", "25")
"""The stones of each player, bombs last."""


class GaveUp(Exception):
    """The search has looked at as many boards as it was allowed to."""


def without_top(stacks: Sequence[str], column: int) -> list[str]:
    """The stacks without the highest stone of ``column``, which counts from 0."""
    return [stack[:-1] if place == column else stack for place, stack in enumerate(stacks)]


def players_with_four(stacks: Sequence[str], rules: RuleSet) -> list[int]:
    """The players, 1 and 2, who have four in a line."""
    stride = rules.geometry.stride
    masks = [
        sum(
            1 << (column * stride + row)
            for column, stack in enumerate(stacks)
            for row, stone in enumerate(stack)
            if stone in own
        )
        for own in _STONES
    ]
    return [player for player, mask in enumerate(masks, 1) if has_four(rules.geometry, mask)]


def last_columns(stacks: Sequence[str], stone: str, rules: RuleSet) -> list[int]:
    """The columns, from 0, in which ``stone`` may have fallen last.

    It is on top there, and without it no player has four in a line.
    """
    return [
        column
        for column, stack in enumerate(stacks)
        if stack.endswith(stone) and not players_with_four(without_top(stacks, column), rules)
    ]


def take_off(
    stacks: Sequence[str],
    stones: Sequence[str],
    choices: Callable[[Sequence[str], str], Iterable[int]],
    most: int,
) -> list[int] | None:
    """The columns, from 0, from which the stones can be taken one by one; None if they cannot.

    The search is depth first and never tries the same stacks twice, even in other columns.

    Args:
        stacks: the stacks, which must consist of exactly these stones.
        stones: the stones in the order in which to take them.
        choices: gives the columns with a certain stone on top, the most promising first.
        most: how many boards may turn out to be dead ends.

    Raises:
        GaveUp: when there were more.
    """
    failed: set[tuple[str, ...]] = set()

    def rest(left: Sequence[str], taken: int) -> list[int] | None:
        board = tuple(sorted(left))
        if board in failed:
            return None
        if taken == len(stones):
            return []
        for column in choices(left, stones[taken]):
            later = rest(without_top(left, column), taken + 1)
            if later is not None:
                return [column, *later]
        failed.add(board)
        if taken and len(failed) > most:
            raise GaveUp
        return None

    return rest(stacks, 0)
