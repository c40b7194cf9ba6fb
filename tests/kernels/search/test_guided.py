"""The guided tree search against the same search on Python objects."""

from dataclasses import dataclass, field
from math import exp, sqrt

import numpy as np
import pytest

from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, parse_heuristic
from enraya.kernels.core.bits import has_four, winning_cells
from enraya.kernels.core.board import board_hash
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import STOP_FLAG
from enraya.kernels.search.guided import (
    BEST,
    CHILD,
    COUNT,
    FIRST,
    GROW_GUIDED,
    HIGH,
    LOW,
    MEAN,
    NODES,
    TRIES,
    VISITS,
    Graph,
    Guidance,
    grow_guided,
    make_graph,
    slot_of,
)
from enraya.kernels.search.static_knowledge import LOST, WON, parity_bounds
from tests.kernels.support import sized

SCALE = 10.0
GUIDANCES = [
    Guidance(1.0, 0.2, 0.4, SCALE),
    Guidance(0.3, 1.0, 0.0, SCALE),
    Guidance(2.0, 0.1, 1.0, SCALE),
]
CASES = [
    ("classic", ""),
    pytest.param("classic", "4453", marks=pytest.mark.slow),
    ("classic", "44335"),
    ("classic", "443355"),
    ("classic", "56755545234364172257133416714221164"),
    ("classic(columns=4, rows=4)", "1122433"),
    ("boom", "627324423663B5677"),
    ("desconecta", "4433671"),
]


@dataclass
class Node:
    """A position of the slow graph; chances and ends are the first player's."""

    position: Position
    low: int
    high: int
    own: float
    mean: float
    best: float
    visits: int = 0
    moves: "list[Edge]" = field(default_factory=list)

    @property
    def is_proven(self) -> bool:
        """Whether the end is known."""
        return self.low == self.high

    def is_lost_for(self, player: int) -> bool:
        """Whether a player has lost."""
        return self.high == LOST if player == 1 else self.low == WON


@dataclass
class Edge:
    """A move of a slow node."""

    child: Node
    share: float = 0.0
    tries: int = 0


class SlowSearch:
    """The search as one would explain it."""

    def __init__(self, heuristic: CompiledHeuristic, guidance: Guidance) -> None:
        self.heuristic, self.guidance = heuristic, guidance
        self.known: dict[tuple[int, ...], Node] = {}

    def grow(self, position: Position, iterations: int) -> Node:
        """The root after this many iterations."""
        root = self.node(position)
        for _ in range(iterations):
            if root.is_proven and root.moves:
                break
            self.go_down(root)
        return root

    def go_down(self, root: Node) -> None:
        """One iteration."""
        node, path = root, []
        while node.moves or not node.is_proven or node is root:
            is_new = not node.moves
            if is_new:
                self.open(node)
            if is_new and node.is_proven:
                break
            if is_new and len(node.moves) > 1:
                self.look_behind(node)
                break
            urgencies = [self.urgency(node, edge) for edge in node.moves]
            edge = node.moves[urgencies.index(max(urgencies))]
            path.append((node, edge))
            node = edge.child
        node.visits += 1
        self.judge(node)
        for parent, edge in reversed(path):
            edge.tries += 1
            parent.visits += 1
            self.judge(parent)

    def node(self, position: Position) -> Node:
        """The node of a position, made when it is first met."""
        if tuple(position.board) not in self.known:
            low, high = foreseen(position)
            chance = self.chance(position, ahead=1)
            chance = min(max(min(max(chance, 0.0005), 0.9995), low / 2), high / 2)
            self.known[tuple(position.board)] = Node(position, low, high, chance, chance, chance)
        return self.known[tuple(position.board)]

    def chance(self, position: Position, ahead: int) -> float:
        """The first player's chance, judged by the heuristic after ``ahead`` more moves."""
        if position.is_over:
            return {0: 0.5, 1: 1.0, 2: 0.0}[position.result]
        if ahead == 0:
            value = self.heuristic.evaluate(position, 1)
            return 0.5 + 0.5 * value / (abs(value) + SCALE)
        better = max if position.mover == 1 else min
        return better(self.chance(position.play(move), ahead - 1) for move in sensible(position))

    def worth(self, node: Node, player: int) -> float:
        """What a node is worth to a player."""
        chance = self.guidance.minimax * node.best + (1 - self.guidance.minimax) * node.mean
        return chance if player == 1 else 1 - chance

    def open(self, node: Node) -> None:
        """Makes the moves of a node."""
        children = [self.node(node.position.play(move)) for move in sensible(node.position)]
        node.moves = [Edge(child) for child in children]
        self.divide_attention(node)

    def look_behind(self, node: Node) -> None:
        """Makes the moves of its children, too."""
        for edge in node.moves:
            if not edge.child.is_proven and not edge.child.moves:
                self.open(edge.child)
                self.judge(edge.child)
        self.divide_attention(node)

    def divide_attention(self, node: Node) -> None:
        """Gives the moves their shares."""
        player = node.position.mover
        values = [self.worth(edge.child, player) for edge in node.moves]
        wishes = [exp((value - max(values)) / self.guidance.temperature) for value in values]
        for edge, wish in zip(node.moves, wishes, strict=True):
            edge.share = wish / sum(wishes)
        if not node.is_proven:
            node.own = max(values) if player == 1 else 1 - max(values)

    def urgency(self, node: Node, edge: Edge) -> float:
        """How much the mover wants to try a move."""
        player, child = node.position.mover, edge.child
        value = self.worth(child, player)
        is_useless = child.high <= node.low if player == 1 else child.low >= node.high
        if is_useless:
            return value - 1
        curiosity = edge.share * sqrt(node.visits) / (1 + edge.tries)
        return value + self.guidance.exploration * curiosity

    def judge(self, node: Node) -> None:
        """What follows for a node from its children."""
        if node.is_proven:
            return
        player, children = node.position.mover, [edge.child for edge in node.moves]
        better = max if player == 1 else min
        low, high = better(c.low for c in children), better(c.high for c in children)
        node.low, node.high = max(node.low, low), min(node.high, high)
        hopes = [edge for edge in node.moves if not edge.child.is_lost_for(player)]
        total = node.own + sum(edge.tries * edge.child.mean for edge in hopes)
        mean = total / (1 + sum(edge.tries for edge in hopes))
        best = better([edge.child.best for edge in hopes], default=float(player == 2))
        node.mean, node.best = (min(max(x, node.low / 2), node.high / 2) for x in (mean, best))


def wins_of(position: Position) -> list[Move]:
    """The moves that complete four for the mover."""
    moves = position.legal_moves
    return [move for move in moves if position.play(move).result == position.mover]


def safe_moves_of(position: Position) -> list[Move]:
    """The moves after which the opponent cannot complete four."""
    children = {move: position.play(move) for move in position.legal_moves}
    return [move for move, child in children.items() if child.is_over or not wins_of(child)]


def is_threatened(position: Position, move: Move) -> bool:
    """Whether the opponent completes four with this move if it is not blocked."""
    board, geometry = position.board, position.rules.geometry
    after = position.play(move).board
    cell = (after.first | after.second) & ~(board.first | board.second)
    rival = board.second if position.mover == 1 else board.first
    return has_four(geometry, rival | cell)


def foreseen(position: Position) -> tuple[int, int]:
    """The worst and the best end for the first player."""
    if position.is_over:
        end = {0: 1, 1: WON, 2: LOST}[position.result]
        return end, end
    if position.rules.name != "classic":
        return LOST, WON
    won = WON if position.mover == 1 else LOST
    safe = safe_moves_of(position)
    if wins_of(position):
        return won, won
    if not safe:
        return WON - won, WON - won
    return bounds_by_parity(position) if len(safe) > 1 else (LOST, WON)


def bounds_by_parity(position: Position) -> tuple[int, int]:
    """What the kernel says of the end by parity alone."""
    geometry, board = position.rules.geometry, position.board
    empty = geometry.board & ~(board.first | board.second)
    wins = [winning_cells(geometry, stones) & empty for stones in (board.first, board.second)]
    return parity_bounds(geometry, board.first, board.second, wins[0], wins[1])


def sensible(position: Position) -> list[Move]:
    """The moves that the search looks at."""
    if position.rules.name != "classic":
        return list(position.legal_moves)
    moves = position.legal_moves
    threats = [move for move in moves if is_threatened(position, move)]
    return wins_of(position)[:1] or safe_moves_of(position) or threats or list(moves)


def threats() -> CompiledHeuristic:
    heuristic = parse_heuristic("threats")
    assert isinstance(heuristic, CompiledHeuristic)
    return heuristic


def grow_on(graph: Graph, position: Position, guidance: Guidance, iterations: int) -> int:
    rules, heuristic = position.rules, threats()
    with np.errstate(over="ignore"):
        return int(
            prepared(grow_guided, GROW_GUIDED)(
                rules.numbers, rules.kernel_geometry, heuristic.pointer(),
                heuristic.context(rules), position.kernel_board, guidance, iterations, graph,
            )
        )  # fmt: skip


def root_of(graph: Graph, position: Position) -> int:
    with np.errstate(over="ignore"):
        return int(graph.slots[slot_of(graph, board_hash(position.kernel_board))])


@pytest.mark.parametrize("guidance", GUIDANCES)
@pytest.mark.parametrize(("rules", "moves"), CASES)
def test_the_graph_agrees_with_the_slow_search(rules: str, moves: str, guidance: Guidance) -> None:
    position, iterations = Position.parse(moves, rules), sized(60, 15)
    slow, graph = SlowSearch(threats(), guidance), make_graph(5000)
    root = slow.grow(position, iterations)
    grow_on(graph, position, guidance, iterations)
    waiting, seen = [(root, root_of(graph, position))], set()
    for node, row in waiting:
        if row not in seen:
            seen.add(row)
            compare(node, graph, row)
            edges = enumerate(node.moves, start=int(graph.nodes[row, FIRST]))
            waiting += [(edge.child, int(graph.edges[i, CHILD])) for i, edge in edges]
    assert len(seen) == graph.state[NODES] - 1 == len(slow.known)


def compare(node: Node, graph: Graph, row: int) -> None:
    """Checks that a row holds what the slow search found."""
    found = graph.nodes[row, [VISITS, LOW, HIGH, COUNT]].tolist()
    assert found == [node.visits, node.low, node.high, len(node.moves)]
    chances = graph.chances[row, [MEAN, BEST]].tolist()
    assert chances == pytest.approx([node.mean, node.best])
    first = int(graph.nodes[row, FIRST])
    tries = graph.edges[first : first + len(node.moves), TRIES].tolist()
    assert tries == [edge.tries for edge in node.moves]


def test_a_graph_grows_on_from_where_it_stopped() -> None:
    position, guidance = Position.parse("44"), GUIDANCES[0]
    at_once, in_parts = make_graph(5000), make_graph(5000)
    grow_on(at_once, position, guidance, 60)
    assert [grow_on(in_parts, position, guidance, 30) for _ in range(2)] == [30, 30]
    used = int(at_once.state[NODES])
    assert np.array_equal(at_once.nodes[1:used], in_parts.nodes[1:used])


def test_a_full_graph_ends_the_search() -> None:
    graph = make_graph(500)
    assert 5 < grow_on(graph, Position.start(), GUIDANCES[0], 1000) < 100
    assert graph.state[NODES] <= 500


def test_growing_stops_on_request() -> None:
    graph = make_graph(100)
    graph.state[STOP_FLAG] = 1
    assert grow_on(graph, Position.start(), GUIDANCES[0], 10) == 0


def test_a_decided_position_is_expanded_once_for_its_moves() -> None:
    graph, position = make_graph(100), Position.parse("112233")
    assert grow_on(graph, position, GUIDANCES[0], 10) == 1
    root = root_of(graph, position)
    assert graph.nodes[root, [COUNT, LOW, HIGH]].tolist() == [1, WON, WON]
