"""Which games a tournament needs, as a function of its settings and the results so far.

A schedule lists every game that is known to be needed, the played ones included, in the order of
play. The games of a later round appear once all earlier ones have results, so a tournament is over
when every game of its schedule has a result; nothing else needs to be kept.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count
from math import ceil, log2
from typing import NamedTuple

from enraya.arena.statistics.tally import POINTS


class Pairing(NamedTuple):
    """A game by the places of its players in the list of agents; unique in a tournament."""

    first: int
    second: int
    opening: int
    """The number of the opening; the game with sides swapped has the same."""


def meeting(one: int, other: int, games: int, start: int = 0) -> list[Pairing]:
    """The games of two agents: each opening twice, with sides swapped.

    With an odd number of games the last opening is played once.

    >>> [tuple(game) for game in meeting(0, 1, 3)]
    [(0, 1, 0), (1, 0, 0), (0, 1, 1)]
    """
    return [
        Pairing(*((other, one) if number % 2 else (one, other)), start + number // 2)
        for number in range(games)
    ]


def derive_seed(*parts: object) -> int:
    """A seed that depends on every part and on nothing else, the same on every machine.

    >>> derive_seed(1, "a") == derive_seed(1, "a") != derive_seed("a", 1)
    True
    """
    text = "\0".join(map(str, parts)).encode()
    digest = hashlib.blake2b(text, digest_size=8).digest()
    return int.from_bytes(digest) & (1 << 63) - 1  # the largest that a store holds


Winners = Mapping[Pairing, int]
"""The winner of each game so far: 1, 2, or 0 for a draw."""
TIE_BREAKS = 4
"""How many more openings a drawn knock-out match may take; then the agent listed first advances."""


class Plan(NamedTuple):
    """What a schedule is made for."""

    agents: int
    games: int
    """How many games two agents that meet play."""
    rounds: int = 0
    """How many rounds a Swiss tournament has; 0 for as many as it takes to find a winner."""


def round_robin(plan: Plan, winners: Winners) -> list[Pairing]:
    """All against all; every pair plays an opening before the next opening's turn."""
    del winners
    return _interleaved(list(combinations(range(plan.agents), 2)), plan.games)


def gauntlet(plan: Plan, winners: Winners) -> list[Pairing]:
    """The first agent against each of the others."""
    del winners
    return _interleaved([(0, other) for other in range(1, plan.agents)], plan.games)


def _interleaved(pairs: Sequence[tuple[int, int]], games: int) -> list[Pairing]:
    meetings = [meeting(*pair, games) for pair in pairs]
    return [
        game
        for start in range(0, games, 2)
        for games_of_pair in meetings
        for game in games_of_pair[start : start + 2]
    ]


def knockout(plan: Plan, winners: Winners) -> list[Pairing]:
    """The winner of each match advances; agents listed first meet late and get the byes."""
    return [game for games in _knockout_rounds(plan, winners) for game in games.needed]


def champion(plan: Plan, winners: Winners) -> int | None:
    """Who has won the knock-out; None while it is not decided."""
    last = list(_knockout_rounds(plan, winners))[-1]
    return last.through[0] if len(last.through) == 1 else None


def rounds_survived(plan: Plan, winners: Winners) -> list[int]:
    """How many rounds of the knock-out each agent survived, a free one included."""
    through = [agent for one in _knockout_rounds(plan, winners) for agent in one.through]
    return [through.count(agent) for agent in range(plan.agents)]


class _Round(NamedTuple):
    needed: list[Pairing]
    through: list[int]
    """Who advances; empty while the round is not decided."""


def _knockout_rounds(plan: Plan, winners: Winners) -> Iterator[_Round]:
    places: list[int | None] = [seat if seat < plan.agents else None for seat in _bracket(plan)]
    while len(places) > 1:
        needed: list[Pairing] = []
        through: list[int | None] = []
        for one, other in zip(places[::2], places[1::2], strict=True):
            if one is None or other is None:
                through.append(other if one is None else one)
            else:
                games, winner = _match(one, other, plan.games, winners)
                needed += games
                through.append(winner)
        ended = all(game in winners for game in needed)
        yield _Round(needed, [agent for agent in through if agent is not None] if ended else [])
        if not ended:
            return
        places = through


def _bracket(plan: Plan) -> list[int]:
    """The seats of a knock-out in order: the first two agents can only meet in the last match."""
    seats = [0]
    while len(seats) < plan.agents:
        size = 2 * len(seats)
        seats = [seat for old in seats for seat in (old, size - 1 - old)]
    return seats


def _match(one: int, other: int, games: int, winners: Winners) -> tuple[list[Pairing], int | None]:
    """The games of a knock-out match, and who has won it if it is over."""
    needed = meeting(one, other, games)
    for extra in range(TIE_BREAKS + 1):
        if any(game not in winners for game in needed):
            return needed, None
        points = _points(one, needed, winners)
        if 2 * points != len(needed):
            return needed, one if 2 * points > len(needed) else other
        if extra < TIE_BREAKS:
            needed += meeting(one, other, 2, needed[-1].opening + 1)
    return needed, min(one, other)


def _points(agent: int, games: Sequence[Pairing], winners: Winners) -> float:
    """What an agent has scored in its games."""
    scored = 0.0
    for game in games:
        first = POINTS[winners[game]]
        scored += first if game.first == agent else 1.0 - first
    return scored


def swiss(plan: Plan, winners: Winners) -> list[Pairing]:
    """Agents with similar points meet in each round, no pair twice while that is possible.

    With an odd number of agents the last one without a bye yet gets it, with full points.
    """
    needed: list[Pairing] = []
    points = [0.0] * plan.agents
    met: dict[tuple[int, int], int] = {}
    free: list[int] = []
    for _ in range(plan.rounds or ceil(log2(plan.agents))):
        order = sorted(range(plan.agents), key=lambda agent: (-points[agent], agent))
        if len(order) % 2:
            resting = [agent for agent in order if agent not in free] or order
            free.append(resting[-1])
            order.remove(resting[-1])
            points[resting[-1]] += plan.games
        games: list[Pairing] = []
        for pair in _like_points(order, met):
            before = met.get(pair, 0)
            met[pair] = before + 1
            games += meeting(*pair, plan.games, before * ((plan.games + 1) // 2))
        needed += games
        if any(game not in winners for game in games):
            break
        for game in games:
            points[game.first] += POINTS[winners[game]]
            points[game.second] += 1.0 - POINTS[winners[game]]
    return needed


def _like_points(order: Sequence[int], met: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Pairs of neighbours in the order that have met as rarely as possible."""
    matchings = (_matching(list(order), met, allowed) for allowed in count())
    return next(pairs for pairs in matchings if pairs is not None)


def _matching(
    order: list[int], met: Mapping[tuple[int, int], int], allowed: int
) -> list[tuple[int, int]] | None:
    """The first pairing, from the top, in which no pair has met more often than allowed."""
    if not order:
        return []
    best, rest = order[0], order[1:]
    for other in rest:
        pair = min(best, other), max(best, other)
        if met.get(pair, 0) > allowed:
            continue
        below = _matching([agent for agent in rest if agent != other], met, allowed)
        if below is not None:
            return [pair, *below]
    return None


KINDS: dict[str, Callable[[Plan, Winners], list[Pairing]]] = {
    "match": round_robin,
    "sprt": round_robin,
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "knockout": knockout,
    "swiss": swiss,
}
"""The kinds of tournaments by name; a match is a round robin of two,
and so are the games that a sequential test may need at most."""
