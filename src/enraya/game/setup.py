"""Positions that were set up stone by stone: which game leads there, or why none does.

A stack is what lies in one column, from the bottom: ``"112"``. Before the last move nobody has four
in a line, so all that matters before it is that the players alternate. The search for such an order
can be long where no game exists; it is bounded, and searches from both ends.
"""

from collections.abc import Iterator, Sequence

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.kernels.core.bits import has_four
from enraya.rules import RuleSet
from enraya.texts import Sentence

SEPARATOR = ","
FIRST, SECOND = "1", "2"
BUDGETS = (1_000, 60_000)
"""Boards that are looked at from each end before the other end is tried, then before giving up."""
_EXCHANGED = str.maketrans(FIRST + SECOND, SECOND + FIRST)


class _Spent(Exception):
    """The search has looked at as many boards as it may."""


def parse_stacks(text: str, rules: RuleSet) -> list[str]:
    """The stacks that a text such as ``1,,12,,,,`` stands for, one for each column.

    Raises:
        InvalidNotation: when it has too many or too few, a stack is too high, or is not of stones.
    """
    stacks = text.split(SEPARATOR)
    if len(stacks) != rules.columns:
        raise InvalidNotation(
            Sentence("problem.setup_columns", count=len(stacks), columns=rules.columns)
        )
    for column, stack in enumerate(stacks, start=1):
        if stack.strip(FIRST + SECOND) or len(stack) > rules.rows:
            raise InvalidNotation(
                Sentence("problem.setup_stack", column=format_move(column), rows=rules.rows)
            )
    return stacks


def format_stacks(position: Position) -> str:
    """The stacks of a position as a text.

    >>> format_stacks(Position("4453"))
    ',,2,12,1,,'
    """
    columns = zip(*position.rows_from_bottom, strict=True)
    return SEPARATOR.join("".join(column).rstrip(".") for column in columns)


def position_of(stacks: Sequence[str], rules: RuleSet) -> Position:
    """A position with these stones, reached by one of the games that lead there.

    >>> from enraya.rules import parse_rules
    >>> position_of(["", "", "2", "12", "1", "", ""], parse_rules("classic"))
    Position('4453')

    Raises:
        InvalidSetting: when no game leads there, with the reason, or when none was found.
    """
    if rules.name != "classic":
        raise InvalidSetting(Sentence("problem.setup_rules", rules=repr(rules.name)))
    _check_counts(stacks)
    is_spent = False
    for last in _last_moves(stacks, rules):
        before = [stack[:-1] if column == last else stack for column, stack in enumerate(stacks)]
        try:
            order = alternating_order(before)
        except _Spent:
            is_spent = True
            continue
        if order is not None:
            moves = order if last is None else [*order, last]
            return Position.parse("".join(format_move(column + 1) for column in moves), rules)
    raise InvalidSetting(Sentence("problem.setup_lost" if is_spent else "problem.setup_order"))


def _check_counts(stacks: Sequence[str]) -> None:
    """Refuses numbers of stones that players who take turns cannot have."""
    first, second = (sum(stack.count(stone) for stack in stacks) for stone in (FIRST, SECOND))
    if first - second not in (0, 1):
        raise InvalidSetting(
            Sentence("problem.setup_counts", **_sides(), first=first, second=second)
        )


def _sides() -> dict[str, Sentence]:
    return {"one": Sentence("side.1"), "other": Sentence("side.2")}


def _last_moves(stacks: Sequence[str], rules: RuleSet) -> list[int | None]:
    """The columns, from 0, of the moves that may have been last; None where any may.

    Raises:
        InvalidSetting: when a player has four, and no last move can have made it.
    """
    winners = [stone for stone in (FIRST, SECOND) if _has_four(stacks, stone, rules)]
    if not winners:
        return [None]
    if len(winners) > 1:
        raise InvalidSetting(Sentence("problem.setup_both", **_sides()))
    winner, plies = winners[0], sum(map(len, stacks))
    if winner != (FIRST if plies % 2 else SECOND):
        raise InvalidSetting(Sentence("problem.setup_late", one=Sentence(f"side.{winner}")))
    found: list[int | None] = []
    for column, stack in enumerate(stacks):
        before = [*stacks[:column], stack[:-1], *stacks[column + 1 :]]
        if stack.endswith(winner) and not _has_four(before, winner, rules):
            found.append(column)
    if not found:
        raise InvalidSetting(Sentence("problem.setup_fours", one=Sentence(f"side.{winner}")))
    return found


def _has_four(stacks: Sequence[str], stone: str, rules: RuleSet) -> bool:
    stride = rules.geometry.stride
    mask = sum(
        1 << (column * stride + row)
        for column, stack in enumerate(stacks)
        for row, found in enumerate(stack)
        if found == stone
    )
    return bool(has_four(rules.geometry, mask))


def alternating_order(stacks: Sequence[str]) -> list[int] | None:
    """Columns, from 0, that pile these stones up in turns, the first player's first.

    None when there is no such order.

    Raises:
        _Spent: when the search gave up.
    """
    turned = [stack[::-1] for stack in stacks]
    if sum(map(len, stacks)) % 2 == 0:  # from the end the second player begins
        turned = [stack.translate(_EXCHANGED) for stack in turned]
    for budget in BUDGETS:
        for start, is_turned in ((stacks, False), (turned, True)):
            try:
                found = _search(list(start), budget)
            except _Spent:
                continue
            return found[::-1] if found and is_turned else found
    raise _Spent


def _search(left: list[str], budget: int) -> list[int] | None:
    """Takes stones away from below in turns until none is left: depth first, never twice alike."""
    failed: set[tuple[str, ...]] = set()
    order: list[int] = []
    choices = [_choices(left, FIRST)]
    while any(left):
        column = next(choices[-1], None)
        if column is None:
            if not order:
                return None
            failed.add(tuple(sorted(left)))
            if len(failed) > budget:
                raise _Spent
            choices.pop()
            column = order.pop()
            left[column] = (SECOND if len(order) % 2 else FIRST) + left[column]
            continue
        left[column] = left[column][1:]
        order.append(column)
        wanted = SECOND if len(order) % 2 else FIRST
        is_new = tuple(sorted(left)) not in failed
        choices.append(_choices(left, wanted) if is_new else iter(()))
    return order


def _choices(left: Sequence[str], wanted: str) -> Iterator[int]:
    """Columns with the wanted stone, of equal ones one; first where the other's lies behind it."""
    stacks = {stack: column for column, stack in enumerate(left) if stack.startswith(wanted)}
    best = sorted(stacks, key=lambda stack: (stack[1:2] in ("", wanted), -len(stack)))
    return iter([stacks[stack] for stack in best])
