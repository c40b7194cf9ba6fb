"""What a guided search knows of a position when it first meets it, without searching.

Parity and follow-up play foresee how some games end. `enraya.kernels.solver.followup` explains who
the *leader* and the *follower* are, which cells each gets, and why. Here its rules tell only who
wins, not the score, and only in a quiet position: neither player can complete four with the next
stone, and the mover has a choice:

* If the leader's stones, the leader's cells and a share of the loose ones contain no four, the
  leader does not win. If a follower's cell completes a four of the follower, the follower gets it
  in the end.
* If a leader's cell completes a four of the leader, the leader wins unless the cells that the
  follower may get before being forced to play below it contain a four.
"""

from enraya.kernels.core.bits import column_cells, drops, has_four, safe_moves, winning_cells
from enraya.kernels.core.board import (
    DRAW,
    UNDECIDED,
    Board,
    Rules,
    act,
    can_explode,
    game_result,
    stones_of,
)
from enraya.kernels.core.board import mover as mover_of
from enraya.kernels.core.compile import ONE, integer, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, without_lowest
from enraya.kernels.heuristics.evaluator import Basis
from enraya.kernels.search.mcts import chance_of
from enraya.kernels.solver.followup import leaders_above, never_four

LOST, DRAWN, WON = 0, 1, 2
"""How a game ends for a player."""


@shared
def seen_by(chance: float, player: int) -> float:
    """Converts a chance of the first player to one of this player, or back."""
    return chance if player == 0 else 1.0 - chance


@shared
def is_plain(rules: Rules) -> bool:
    """Whether players alternate and stones stay in place, so that threats mean what they seem."""
    return rules.double_turns == 0 and rules.bomb_period == 0


@shared
def end_of(result: int) -> int:
    """How a decided game has ended for the first player."""
    return DRAWN if result == DRAW else (WON if result == 1 else LOST)


@shared
def parity_bounds(
    geometry: Geometry, first: int, second: int, first_wins: int, second_wins: int
) -> tuple[int, int]:
    """The worst and the best possible end of a quiet position for the first player.

    ``…_wins`` are the empty cells that complete a four.
    """
    if geometry.wide:
        return LOST, WON
    if (geometry.columns * geometry.rows) & 1 == 0:
        return _leaders_bounds(geometry, first, second, first_wins, second_wins)
    low, high = _leaders_bounds(geometry, second, first, second_wins, first_wins)
    return WON - high, WON - low


@shared
def _leaders_bounds(
    geometry: Geometry, leader: int, follower: int, leader_wins: int, follower_wins: int
) -> tuple[int, int]:
    """The worst and the best possible end of a quiet position for the leader."""
    leaders, followers = geometry.odd, geometry.even
    if geometry.rows & 1 != 0:
        leaders, followers = followers, leaders
    occupied = leader | follower
    empty, playable = geometry.board & ~occupied, drops(geometry, occupied)
    never = leaders_above(geometry, leader_wins & followers, leaders)
    threats = leader_wins & leaders
    while threats != 0:
        column = column_cells(geometry, integer(lowest_index(threats)) // geometry.stride)
        below = followers & empty & column & (lowest(threats) - ONE)
        sure = follower | (leaders & empty & ~column & ~never) | below
        loose = (playable & followers & ~column) | (playable & column & leaders)
        if never_four(geometry, sure, loose):
            return WON, WON
        threats = without_lowest(threats)
    claims = follower_wins & followers
    sure = leader | (leaders & empty & ~leaders_above(geometry, claims, leaders))
    if not never_four(geometry, sure, playable & followers):
        return LOST, WON
    if claims != 0 or has_four(geometry, follower | (followers & empty & ~playable)):
        return LOST, LOST
    return LOST, DRAWN


@shared
def foreseen(rules: Rules, geometry: Geometry, board: Board) -> tuple[int, int]:
    """The worst and the best end for the first player that seem possible without searching."""
    result = game_result(rules, geometry, board)
    if result != UNDECIDED:
        return end_of(result), end_of(result)
    if not is_plain(rules):
        return LOST, WON
    player = mover_of(rules, board.plies)
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    occupied = own | other
    playable = drops(geometry, occupied)
    wins = winning_cells(geometry, own) & ~occupied
    losses = winning_cells(geometry, other) & ~occupied
    safe = safe_moves(geometry, occupied, losses)
    won = WON if player == 0 else LOST
    if (wins & playable) != 0:
        return won, won
    if safe == 0:
        return WON - won, WON - won
    if (losses & playable) != 0 or without_lowest(safe) == 0:
        return LOST, WON
    if player == 0:
        return parity_bounds(geometry, own, other, wins, losses)
    return parity_bounds(geometry, other, own, losses, wins)


@shared
def sensible_drops(rules: Rules, geometry: Geometry, board: Board) -> int:
    """The drops worth considering: a win, else those that do not lose at once.

    If every drop loses at once, those that block a win of the opponent, if any; else all.
    """
    occupied = board.first | board.second
    playable = drops(geometry, occupied)
    if not is_plain(rules):
        return playable
    player = mover_of(rules, board.plies)
    wins = winning_cells(geometry, stones_of(board, player)) & playable
    losses = winning_cells(geometry, stones_of(board, 1 - player)) & ~occupied
    safe = safe_moves(geometry, occupied, losses)
    if wins != 0:
        return lowest(wins)
    if safe != 0:
        return safe
    return losses & playable if (losses & playable) != 0 else playable


@shared
def places(rules: Rules, geometry: Geometry, board: Board) -> int:
    """The number of places for actions: one for each column, a last one for a legal explosion."""
    return geometry.columns + (rules.bomb_period != 0 and can_explode(rules, board))


@shared
def is_among(geometry: Geometry, place: int, cells: int) -> bool:
    """Whether the action at a place is a drop on one of these cells, or the explosion."""
    return place == geometry.columns or (cells & column_cells(geometry, place)) != 0


@shared
def chance_at(basis: Basis, board: Board, scale: float) -> float:
    """The first player's chance by the heuristic, without looking ahead.

    Args:
        basis: the game and the heuristic.
        board: an undecided board.
        scale: the value that means a chance of 3/4; 0 if values are results from -1 to 1.
    """
    value = basis.evaluate(basis.context, board, 0)
    return 0.5 + 0.5 * value if scale == 0 else chance_of(value, scale)


@shared
def chance_behind(basis: Basis, board: Board, scale: float) -> float:
    """The first player's chance after the move that looks best to the mover."""
    rules, geometry = basis.rules, basis.geometry
    player, best = mover_of(rules, board.plies), 0.0
    cells = sensible_drops(rules, geometry, board)
    for place in range(places(rules, geometry, board)):
        if is_among(geometry, place, cells):
            after = act(rules, geometry, board, place)
            result = game_result(rules, geometry, after)
            chance = chance_at(basis, after, scale) if result == UNDECIDED else end_of(result) / 2
            best = max(best, seen_by(chance, player))
    return seen_by(best, player)
