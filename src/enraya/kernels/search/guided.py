"""Monte-Carlo tree search without random games, guided by a heuristic that predicts results.

When a position is opened, so are the positions after each of its moves, and every new position is
valued by the heuristic after the move that looks best there. This gives a first guess of the moves'
values, which divides the attention among them (PUCT: Rosin, "Multi-armed bandits with episode
context", 2011). The worth of a position is the mean of what was found below it, mixed with the end
of its best line (Lanctot and others, "Monte Carlo tree search with heuristic evaluations using
implicit minimax backups", 2014). A player who can complete four has won, moves that let the
opponent do so are skipped, a move without alternative is made at once, and parity decides some
positions (see `static_knowledge`). Bounds that follow from this spread upwards (Cazenave and
Saffidine, "Score bounded Monte-Carlo tree search", 2010).

The positions are the nodes of a graph. Each has one node, whatever moves lead to it, so all lines
that reach it share what was found there. The graph lies in arrays, modified in place. Nodes are
rows; row 0 stands for no node. The moves of an open node are its edges, consecutive rows of
``edges``. Chances are those of the first player.
"""

from math import exp, inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.board import Board, Rules, act, board_hash
from enraya.kernels.core.board import mover as mover_of
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.evaluator import SEARCH_TYPES, Basis, Context, Evaluator, typeof
from enraya.kernels.search import STOP_FLAG
from enraya.kernels.search.static_knowledge import (
    LOST,
    WON,
    chance_behind,
    foreseen,
    is_among,
    places,
    seen_by,
    sensible_drops,
)

FIRST, COUNT, VISITS, LOW, HIGH = 0, 1, 2, 3, 4
"""What a row of ``nodes`` holds: where its edges begin, how many it has, how often it was visited,
and the worst and the best end that the first player can still get: `LOST`, `DRAWN` or `WON`."""
CHILD, PLACE, TRIES = 0, 1, 2
"""What a row of ``edges`` holds: the node it leads to, the action, and how often it was taken."""
OWN, MEAN, BEST = 0, 1, 2
"""What a row of ``chances`` holds: the first guess, the mean of all that was found, and the chance
at the end of the best line."""
NODES, EDGES = 1, 2
"""The places in ``state`` of the numbers of node and edge rows in use; `STOP_FLAG` comes first."""
NONE = 0
LONGEST = 256
"""The most moves that a search looks ahead from its root."""
SURE = 0.9995
"""The highest chance that a guess can have, so that only proven results are certain."""


class Guidance(NamedTuple):
    """How the search divides its attention, and how it values positions."""

    exploration: float
    """How strongly rarely tried moves are preferred."""
    temperature: float
    """By how much the chance of a move is lower if it gets 1/e of the best move's attention."""
    minimax: float
    """The weight of the best line in the worth of a position; the rest is that of the mean."""
    scale: float = 0.0
    """The heuristic's value that means a chance of 3/4; 0 if values are results from -1 to 1."""


class Graph(NamedTuple):
    """Positions, their moves, and the path of the current descent."""

    nodes: NDArray[np.int32]
    keys: NDArray[np.uint64]
    """The hash of each position."""
    chances: NDArray[np.float64]
    edges: NDArray[np.int32]
    priors: NDArray[np.float64]
    """The share of attention that each edge gets by the first guess."""
    slots: NDArray[np.int32]
    """A hash table of nodes with a power of two of slots, using linear probing."""
    path: NDArray[np.int64]
    """For each move from the root a row: a node, and the edge that was taken there."""
    state: NDArray[np.int64]


def make_graph(rows: int) -> Graph:
    """An empty graph with room for this many nodes and edges."""
    return Graph(
        nodes=np.empty((rows, 5), dtype=np.int32),
        keys=np.empty(rows, dtype=np.uint64),
        chances=np.empty((rows, 3)),
        edges=np.empty((rows, 3), dtype=np.int32),
        priors=np.empty(rows),
        slots=np.zeros(1 << (2 * rows).bit_length(), dtype=np.int32),
        path=np.empty((LONGEST, 2), dtype=np.int64),
        state=np.array([0, 1, 0], dtype=np.int64),
    )


GROW_GUIDED: Any = types.int64(
    *SEARCH_TYPES, typeof(Guidance(1.0, 1.0, 1.0)), types.int64, typeof(make_graph(2))
)
"""The signature of `grow_guided`."""


@shared
def has_room(graph: Graph, edges: int) -> bool:
    """Whether a node with this many edges can be opened."""
    used = max(graph.state[NODES], graph.state[EDGES])
    return bool(used + edges <= graph.nodes.shape[0])


@shared
def slot_of(graph: Graph, key: int) -> int:
    """The slot of a position's node, or the free slot where it would be added."""
    last = graph.slots.shape[0] - 1
    slot = integer(key & word(last))
    while graph.slots[slot] != NONE and graph.keys[graph.slots[slot]] != key:
        slot = (slot + 1) & last
    return slot


@shared
def add_node(graph: Graph, slot: int, key: int, low: int, high: int, chance: float) -> int:
    """Adds a node for a position that has none, and returns the node."""
    node = integer(graph.state[NODES])
    graph.state[NODES] += 1
    graph.slots[slot], graph.keys[node] = node, key
    graph.nodes[node, FIRST] = graph.nodes[node, COUNT] = graph.nodes[node, VISITS] = 0
    graph.nodes[node, LOW], graph.nodes[node, HIGH] = low, high
    graph.chances[node, OWN] = graph.chances[node, MEAN] = graph.chances[node, BEST] = chance
    return node


@shared
def is_proven(graph: Graph, node: int) -> bool:
    """Whether it is known how the game ends from this node."""
    return bool(graph.nodes[node, LOW] == graph.nodes[node, HIGH])


@shared
def within_bounds(graph: Graph, node: int, chance: float) -> float:
    """The first player's chance, limited to the ends that are still possible; a draw is a half."""
    return float(min(max(chance, graph.nodes[node, LOW] / 2), graph.nodes[node, HIGH] / 2))


@shared
def least_for(graph: Graph, node: int, player: int) -> int:
    """The worst end that a player can still get at a node: `LOST`, `DRAWN` or `WON`."""
    return integer(graph.nodes[node, LOW] if player == 0 else WON - graph.nodes[node, HIGH])


@shared
def most_for(graph: Graph, node: int, player: int) -> int:
    """The best end that a player can still get at a node: `LOST`, `DRAWN` or `WON`."""
    return integer(graph.nodes[node, HIGH] if player == 0 else WON - graph.nodes[node, LOW])


@shared
def worth(graph: Graph, node: int, guidance: Guidance) -> float:
    """The worth of a position: the mean of what was found below it, mixed with its best line."""
    best, mean = graph.chances[node, BEST], graph.chances[node, MEAN]
    return float(guidance.minimax * best + (1.0 - guidance.minimax) * mean)


@shared
def enter(basis: Basis, board: Board, guidance: Guidance, graph: Graph) -> int:
    """The node of a board, which is added if there is none.

    A new node's chance is that after the move that looks best, unless its end is foreseen.
    """
    key = board_hash(board)
    slot = slot_of(graph, key)
    if graph.slots[slot] != NONE:
        return integer(graph.slots[slot])
    low, high = foreseen(basis.rules, basis.geometry, board)
    if low == high:
        return add_node(graph, slot, key, low, high, low / 2)
    chance = chance_behind(basis, board, guidance.scale)
    chance = min(max(chance, 1.0 - SURE, low / 2), SURE, high / 2)
    return add_node(graph, slot, key, low, high, chance)


@shared
def gather(graph: Graph, node: int, player: int) -> None:
    """Updates an open node from its children; ``player`` is to move.

    Moves that are proven to lose no longer count, even if they were tried before.
    """
    mean, weight, best = seen_by(graph.chances[node, OWN], player), 1, 0.0
    least, most = least_for(graph, node, player), LOST
    first = graph.nodes[node, FIRST]
    for edge in range(first, first + graph.nodes[node, COUNT]):
        child, tries = graph.edges[edge, CHILD], graph.edges[edge, TRIES]
        least = max(least, least_for(graph, child, player))
        most = max(most, most_for(graph, child, player))
        if most_for(graph, child, player) != LOST:
            best = max(best, seen_by(graph.chances[child, BEST], player))
            mean += tries * seen_by(graph.chances[child, MEAN], player)
            weight += tries
    most = min(most, most_for(graph, node, player))
    graph.nodes[node, LOW] = least if player == 0 else WON - most
    graph.nodes[node, HIGH] = most if player == 0 else WON - least
    graph.chances[node, BEST] = within_bounds(graph, node, seen_by(best, player))
    graph.chances[node, MEAN] = within_bounds(graph, node, seen_by(mean / weight, player))


@shared
def open_node(basis: Basis, board: Board, guidance: Guidance, graph: Graph, node: int) -> None:
    """Adds the edges of a node and their nodes; the caller has made sure that `has_room`."""
    rules, geometry = basis.rules, basis.geometry
    cells = sensible_drops(rules, geometry, board)
    first = edge = integer(graph.state[EDGES])
    for place in range(places(rules, geometry, board)):
        if not is_among(geometry, place, cells):
            continue
        child = enter(basis, act(rules, geometry, board, place), guidance, graph)
        graph.edges[edge, CHILD], graph.edges[edge, PLACE] = child, place
        graph.edges[edge, TRIES] = 0
        edge += 1
    graph.state[EDGES] = edge
    graph.nodes[node, FIRST], graph.nodes[node, COUNT] = first, edge - first
    divide_attention(graph, node, mover_of(rules, board.plies), guidance)


@shared
def divide_attention(graph: Graph, node: int, player: int, guidance: Guidance) -> None:
    """Sets the priors of an open node's edges; the best of their values becomes its first guess."""
    first = graph.nodes[node, FIRST]
    end = first + graph.nodes[node, COUNT]
    best, total = -inf, 0.0
    for edge in range(first, end):
        graph.priors[edge] = seen_by(worth(graph, graph.edges[edge, CHILD], guidance), player)
        best = max(best, graph.priors[edge])
    for edge in range(first, end):
        graph.priors[edge] = exp((graph.priors[edge] - best) / guidance.temperature)
        total += graph.priors[edge]
    for edge in range(first, end):
        graph.priors[edge] /= total
    if not is_proven(graph, node):
        graph.chances[node, OWN] = seen_by(best, player)


@shared
def look_behind(basis: Basis, board: Board, guidance: Guidance, graph: Graph, node: int) -> bool:
    """Opens the node's children that are not open yet; False if there was no room for all."""
    rules, geometry = basis.rules, basis.geometry
    first = graph.nodes[node, FIRST]
    for edge in range(first, first + graph.nodes[node, COUNT]):
        child = integer(graph.edges[edge, CHILD])
        if is_proven(graph, child) or graph.nodes[child, COUNT] != 0:
            continue
        if not has_room(graph, geometry.columns + 1):
            return False
        after = act(rules, geometry, board, graph.edges[edge, PLACE])
        open_node(basis, after, guidance, graph, child)
        gather(graph, child, mover_of(rules, after.plies))
    divide_attention(graph, node, mover_of(rules, board.plies), guidance)
    return True


@shared
def urgency(graph: Graph, node: int, edge: int, player: int, guidance: Guidance) -> float:
    """How urgent it is for a player to try an edge; one that cannot beat a sure end comes last."""
    child = graph.edges[edge, CHILD]
    value = seen_by(worth(graph, child, guidance), player)
    if most_for(graph, child, player) <= least_for(graph, node, player):
        return value - 1.0
    share = graph.priors[edge] * sqrt(graph.nodes[node, VISITS])
    return float(value + guidance.exploration * share / (1 + graph.edges[edge, TRIES]))


@shared
def choose(graph: Graph, node: int, player: int, guidance: Guidance) -> int:
    """The most urgent edge, the first of equals."""
    first = graph.nodes[node, FIRST]
    chosen, most = first, -inf
    for edge in range(first, first + graph.nodes[node, COUNT]):
        value = urgency(graph, node, edge, player, guidance)
        if value > most:
            chosen, most = edge, value
    return integer(chosen)


@shared
def find_leaf(
    basis: Basis, board: Board, guidance: Guidance, graph: Graph, root: int
) -> tuple[int, int]:
    """Follows the most urgent edges down and opens the node where they end.

    Returns that node, or `NONE` if there is no room to open it, and how many moves it is from the
    root; ``path`` holds these moves. If that node has only one sensible move, it goes deeper.
    """
    rules, geometry = basis.rules, basis.geometry
    node, current, length = root, board, 0
    while True:
        if graph.nodes[node, COUNT] == 0:
            if is_proven(graph, node) and node != root:
                break
            if not has_room(graph, geometry.columns + 1):
                return NONE, length
            open_node(basis, current, guidance, graph, node)
            if is_proven(graph, node):
                break
            if graph.nodes[node, COUNT] > 1:
                is_looked_at = look_behind(basis, current, guidance, graph, node)
                return (node if is_looked_at else NONE), length
        if length == LONGEST:
            break
        edge = choose(graph, node, mover_of(rules, current.plies), guidance)
        graph.path[length, 0], graph.path[length, 1] = node, edge
        length += 1
        node = integer(graph.edges[edge, CHILD])
        current = act(rules, geometry, current, graph.edges[edge, PLACE])
    return node, length


@kernel
def grow_guided(
    rules: Rules, geometry: Geometry, evaluate: Evaluator, context: Context, board: Board,
    guidance: Guidance, iterations: int, graph: Graph,
) -> int:  # fmt: skip
    """Grows the graph below the node of a board and returns the number of descents.

    It builds on what the graph already holds. It stops early when `STOP_FLAG` of the state is set,
    when the outcome is proven or when there is no more room. Nothing here is random.
    """
    basis = Basis(rules, geometry, evaluate, context)
    root = enter(basis, board, guidance, graph)
    for i in range(iterations):
        is_done = is_proven(graph, root) and graph.nodes[root, COUNT] != 0
        if graph.state[STOP_FLAG] != 0 or is_done:
            return i
        node, length = find_leaf(basis, board, guidance, graph, root)
        if node == NONE:
            return i
        while True:
            graph.nodes[node, VISITS] += 1
            if not is_proven(graph, node):
                gather(graph, node, mover_of(rules, board.plies + length))
            if length == 0:
                break
            length -= 1
            node = integer(graph.path[length, 0])
            graph.edges[graph.path[length, 1], TRIES] += 1
    return iterations
