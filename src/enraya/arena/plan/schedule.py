"""Schedules: the games of a tournament, as a function of its settings and the results so far.

A schedule lists every game that is known to be needed, including those already played, in the order
of play. The games of a later round appear once all earlier ones have results, so a tournament is
over when every game of its schedule has a result, and only the results need to be stored.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count
from math import ceil, log2
from typing import NamedTuple

from enraya.arena.statistics.tally import POINTS


class Pairing(NamedTuple):
    """A game in a schedule: its players, by their places in the list of agents, and its opening.

    No two games of a tournament are equal.
    """

    first: int
    second: int
    opening: int
    """The number of the opening, which the game with sides swapped shares."""


def meeting(one: int, other: int, games: int, start: int = 0) -> list[Pairing]:
    """The games between two agents: each opening twice, with sides swapped.

    If the number of games is odd, the last opening is played once. Openings are numbered from
    ``start``.

    >>> [tuple(game) for game in meeting(0, 1, 3)]
    [(0, 1, 0), (1, 0, 0), (0, 1, 1)]
    """
    return [
        Pairing(*((other, one) if number % 2 else (one, other)), start + number // 2)
        for number in range(games)
    ]


def derive_seed(*parts: object) -> int:
    """A seed that depends only on these parts and their order, and is the same on every machine.

    >>> derive_seed(1, "a") == derive_seed(1, "a") != derive_seed("a", 1)
    True
    """
    text = "\0".join(map(str, parts)).encode()
    digest = hashlib.blake2b(text, digest_size=8).digest()
    return int.from_bytes(digest) & (1 << 63) - 1  # the largest that a store holds


Winners = Mapping[Pairing, int]
"""The winner of each game so far: 1, 2, or 0 for a draw."""
TIE_BREAKS = 4
"""How many openings are added to a drawn knock-out match before the agent listed first advances."""


class Plan(NamedTuple):
    """The settings that a schedule depends on."""

    agents: int
    """The number of agents."""
    games: int
    """The number of games that two agents play when they meet."""
    rounds: int = 0
    """The number of rounds of a Swiss tournament; 0 for as many as a knock-out would have."""


def round_robin(plan: Plan, winners: Winners) -> list[Pairing]:
    """All agents against each other; every pair of agents plays one opening before the next."""
    del winners
    return _interleaved(list(combinations(range(plan.agents), 2)), plan.games)


def gauntlet(plan: Plan, winners: Winners) -> list[Pairing]:
    """The first agent against each of the others, one opening after the other."""
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
    """Matches whose winners advance; the agents listed first get the byes and meet late."""
    return [game for games in _knockout_rounds(plan, winners) for game in games.needed]


def champion(plan: Plan, winners: Winners) -> int | None:
    """The agent that has won the knock-out; None until it is decided."""
    last = list(_knockout_rounds(plan, winners))[-1]
    return last.through[0] if len(last.through) == 1 else None


def rounds_survived(plan: Plan, winners: Winners) -> list[int]:
    """How many rounds of the knock-out each agent has survived, byes included."""
    through = [agent for one in _knockout_rounds(plan, winners) for agent in one.through]
    return [through.count(agent) for agent in range(plan.agents)]


class _Round(NamedTuple):
    needed: list[Pairing]
    through: list[int]
    """The agents that advance; empty until the round is decided."""


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
    """The bracket of a knock-out: seeds in the order of seats, so that the first two meet last.

    It is filled up to a power of two; seeds without an agent are byes.
    """
    seats = [0]
    while len(seats) < plan.agents:
        size = 2 * len(seats)
        seats = [seat for old in seats for seat in (old, size - 1 - old)]
    return seats


def _match(one: int, other: int, games: int, winners: Winners) -> tuple[list[Pairing], int | None]:
    """The games of a knock-out match known to be needed, and its winner; None until it is over."""
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
    """The points that an agent scored in these games, all of which it played."""
    scored = 0.0
    for game in games:
        first = POINTS[winners[game]]
        scored += first if game.first == agent else 1.0 - first
    return scored


def swiss(plan: Plan, winners: Winners) -> list[Pairing]:
    """Rounds in which agents with similar points meet; none meet again while that is avoidable.

    If the number of agents is odd, each round the lowest agent that has not had a bye gets one,
    which counts as winning all games.
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
    """Pairs of agents close in the order that have met each other as rarely as possible."""
    matchings = (_matching(list(order), met, allowed) for allowed in count())
    return next(pairs for pairs in matchings if pairs is not None)


def _matching(
    order: list[int], met: Mapping[tuple[int, int], int], allowed: int
) -> list[tuple[int, int]] | None:
    """The agents in pairs that have met at most ``allowed`` times; None if that is impossible.

    Agents are paired from the top of the order, each with the next one that is possible.
    """
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
"""The schedules of the kinds of tournaments, by name.

A match is a round robin of two agents, and so is a sequential test that is never decided."""
