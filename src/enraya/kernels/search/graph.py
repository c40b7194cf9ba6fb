"""The positions that a tree search has met, each once, by whatever moves it was reached.

A graph lies in arrays. The nodes are positions, a row for each; row 0 stands for none. The moves of
a node that was opened are its edges, neighbours among the rows of ``edges``. Chances are those of
the first player. All arrays are modified in place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.compile import integer, shared, word

FIRST, COUNT, VISITS, LOW, HIGH = 0, 1, 2, 3, 4
"""What a row of ``nodes`` holds: where its edges begin, how many, how often it was met, and between
which two ends for the first player the game is known to lie: `LOST`, `DRAWN` or `WON`."""
LOST, DRAWN, WON = 0, 1, 2
CHILD, PLACE, TRIES = 0, 1, 2
"""What a row of ``edges`` holds: where it leads, by which action, and how often it was taken."""
OWN, MEAN, BEST = 0, 1, 2
"""What a row of ``chances`` holds: the first guess, the mean of all that was found, and the end of
the best line."""
NODES, EDGES = 1, 2
"""The places of ``state`` for the numbers of rows in use; before them lies `STOP_FLAG`."""
NONE = 0
LONGEST = 256
"""How many moves from its root a search looks at most."""


class Graph(NamedTuple):
    """Positions, their moves, and the way that the search is on."""

    nodes: NDArray[np.int32]
    keys: NDArray[np.uint64]
    """The hash of each position."""
    chances: NDArray[np.float64]
    edges: NDArray[np.int32]
    priors: NDArray[np.float64]
    """The share of attention that each edge gets at first."""
    slots: NDArray[np.int32]
    """A power of two of places for nodes, each at its hash or at the next that was free."""
    path: NDArray[np.int64]
    """A row for each move from the root: a node, and the edge that was taken there."""
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


@shared
def has_room(graph: Graph, edges: int) -> bool:
    """Whether a node with this many edges can be opened."""
    used = max(graph.state[NODES], graph.state[EDGES])
    return bool(used + edges <= graph.nodes.shape[0])


@shared
def slot_of(graph: Graph, key: int) -> int:
    """Where the node of a position is, or where it would be."""
    last = graph.slots.shape[0] - 1
    slot = integer(key & word(last))
    while graph.slots[slot] != NONE and graph.keys[graph.slots[slot]] != key:
        slot = (slot + 1) & last
    return slot


@shared
def add_node(graph: Graph, slot: int, key: int, low: int, high: int, chance: float) -> int:
    """A new node for a position that has none."""
    node = integer(graph.state[NODES])
    graph.state[NODES] += 1
    graph.slots[slot], graph.keys[node] = node, key
    graph.nodes[node, FIRST] = graph.nodes[node, COUNT] = graph.nodes[node, VISITS] = 0
    graph.nodes[node, LOW], graph.nodes[node, HIGH] = low, high
    graph.chances[node, OWN] = graph.chances[node, MEAN] = graph.chances[node, BEST] = chance
    return node


@shared
def is_proven(graph: Graph, node: int) -> bool:
    """Whether it is known how the game ends from here."""
    return bool(graph.nodes[node, LOW] == graph.nodes[node, HIGH])


@shared
def within_bounds(graph: Graph, node: int, chance: float) -> float:
    """A chance of the first player, corrected by what is known of the end; a draw is a half."""
    return float(min(max(chance, graph.nodes[node, LOW] / 2), graph.nodes[node, HIGH] / 2))
