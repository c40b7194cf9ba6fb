"""Positions set up stone by stone: a game that leads to them, or why there is none.

Before the last move all that matters is that the players alternate. Such an order is searched for
from the bottom of the stacks and from their top, in turn.
"""

from collections.abc import Sequence

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.game.stacks import GaveUp, last_columns, players_with_four, take_off, without_top
from enraya.rules import RuleSet
from enraya.texts import Sentence

SEPARATOR = ","
FIRST, SECOND = "1", "2"
BUDGETS = (1_000, 60_000)
"""Boards that may be looked at from each end: in the first attempt, and in the second and last."""


def parse_stacks(text: str, rules: RuleSet) -> list[str]:
    """The stacks in a text such as ``1,,12,,,,``, one for each column, from the bottom.

    Raises:
        InvalidNotation: when there are too many or too few stacks, or one is too high or has
            anything but stones.
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
    """The stacks of a position as a text that `parse_stacks` reads.

    >>> format_stacks(Position("4453"))
    ',,2,12,1,,'
    """
    columns = zip(*position.rows_from_bottom, strict=True)
    return SEPARATOR.join("".join(column).rstrip(".") for column in columns)


def position_of(stacks: Sequence[str], rules: RuleSet) -> Position:
    """A position with these stones, with the moves of one of the games that lead to it.

    >>> from enraya.rules import parse_rules
    >>> position_of(["", "", "2", "12", "1", "", ""], parse_rules("classic"))
    Position('4453')

    Raises:
        InvalidSetting: when no game leads to it, with the reason, or when none was found.
    """
    if rules.name != "classic":
        raise InvalidSetting(Sentence("problem.setup_rules", rules=repr(rules.name)))
    _check_counts(stacks)
    gave_up = False
    for last in _last_moves(stacks, rules):
        try:
            order = alternating_order(stacks if last is None else without_top(stacks, last))
        except GaveUp:
            gave_up = True
            continue
        if order is not None:
            moves = order if last is None else [*order, last]
            return Position.parse("".join(format_move(column + 1) for column in moves), rules)
    raise InvalidSetting(Sentence("problem.setup_lost" if gave_up else "problem.setup_order"))


def _check_counts(stacks: Sequence[str]) -> None:
    """Refuses numbers of stones that are impossible when players take turns."""
    first, second = (sum(stack.count(stone) for stack in stacks) for stone in (FIRST, SECOND))
    if first - second not in (0, 1):
        raise InvalidSetting(
            Sentence("problem.setup_counts", **_sides(), first=first, second=second)
        )


def _sides() -> dict[str, Sentence]:
    return {"one": Sentence("side.1"), "other": Sentence("side.2")}


def _last_moves(stacks: Sequence[str], rules: RuleSet) -> Sequence[int | None]:
    """The columns, from 0, in which the last stone may have fallen; ``[None]`` if any will do.

    Raises:
        InvalidSetting: when a player has four in a line that no last move can have completed.
    """
    winners = players_with_four(stacks, rules)
    if not winners:
        return [None]
    if len(winners) > 1:
        raise InvalidSetting(Sentence("problem.setup_both", **_sides()))
    (winner,) = winners
    one = Sentence(f"side.{winner}")
    if winner != 2 - sum(map(len, stacks)) % 2:
        raise InvalidSetting(Sentence("problem.setup_late", one=one))
    found = last_columns(stacks, str(winner), rules)
    if not found:
        raise InvalidSetting(Sentence("problem.setup_fours", one=one))
    return found


def alternating_order(stacks: Sequence[str]) -> list[int] | None:
    """The columns, from 0, of alternating moves that build these stacks, the first player's first.

    None when there is no such order.

    Raises:
        GaveUp: when the search took too long.
    """
    order = [(FIRST, SECOND)[ply % 2] for ply in range(sum(map(len, stacks)))]
    from_below = [stack[::-1] for stack in stacks]
    for budget in BUDGETS:
        for start, stones, step in ((from_below, order, 1), (stacks, order[::-1], -1)):
            try:
                found = take_off(start, stones, _choices, budget)
            except GaveUp:
                continue
            return found and found[::step]
    raise GaveUp


def _choices(left: Sequence[str], wanted: str) -> list[int]:
    """Columns with the wanted stone at the end, without repeating equal stacks.

    Those in which the other player's stone comes next are first.
    """
    stacks = {stack: column for column, stack in enumerate(left) if stack.endswith(wanted)}
    best = sorted(stacks, key=lambda stack: (stack[-2:-1] in ("", wanted), -len(stack)))
    return [stacks[stack] for stack in best]
