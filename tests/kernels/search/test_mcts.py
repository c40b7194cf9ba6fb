"""Monte-Carlo tree search against the same search on a tree of Python objects."""

from dataclasses import dataclass, field
from math import inf, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.game.position import Position
from enraya.kernels.core.compile import word
from enraya.kernels.search.mcts import (
    COUNT,
    FIELDS,
    FIRST,
    PARENT,
    PROVEN,
    PROVEN_DRAW,
    VISITS,
    Options,
    grow,
    transplant,
)
from tests.kernels.support import random_stream, sized

EXPLORATION = sqrt(2)
NEARLY_FULL = "56755545234364172257133416714221164"
"""Seven cells are left; some games end in a draw, some with a line of the very last stone."""
OPTIONS = [
    Options(EXPLORATION, 0, 0),
    Options(EXPLORATION, 0, 1),
    Options(EXPLORATION, 0, 0, draw=0.0),
    Options(EXPLORATION, 0, 1, draw=0.0, full_draws=1),
    Options(EXPLORATION, 0, 1, printed=1),
    Options(0.5, 1, 0, draw=0.0, full_draws=1),
    Options(EXPLORATION, 1, 0, draw=0.0, printed=1, full_draws=1),
]
CASES = [
    ("classic", "4453"),
    ("classic", "44335"),
    ("classic", "443355"),
    ("classic", NEARLY_FULL),
    ("classic(columns=4, rows=4)", "1122433"),
    ("boom", "627324423663B5677"),
    ("desconecta", "4433671"),
]


@dataclass
class Node:
    """A node of the slow tree."""

    position: Position
    parent: "Node | None" = None
    wins: float = 0.0
    visits: int = 0
    proven: int = 0
    children: "list[Node]" = field(default_factory=list)


def random_end(position: Position, seed: int, number: int) -> Position:
    """The end of the random game that the kernel plays with this seed and number."""
    words = random_stream(seed, number)
    while not position.is_over:
        legal = position.legal_moves
        position = position.play(legal[((next(words) >> 32) * len(legal)) >> 32])
    return position


def urgent_child(node: Node, options: Options) -> Node:
    def urgency(child: Node) -> float:
        if not child.visits:
            value = 1e11
        else:
            printed = log(node.visits / child.visits)  # with the division inside the logarithm
            spread = printed if options.printed else log(node.visits) / child.visits
            value = child.wins / child.visits + options.exploration * sqrt(spread)
        is_lost = options.solver and child.proven == 3 - node.position.mover
        return value - (2e11 if is_lost else 0)

    best, chosen = -inf, node.children[0]
    for child in node.children:
        if urgency(child) > best:
            best, chosen = urgency(child), child
    return chosen


def winner_of(position: Position, options: Options) -> int:
    """0, 1 or 2; a full board is looked at before its lines if the options say so."""
    is_full = len(position.stones(1)) + len(position.stones(2)) == position.rules.cells
    return 0 if options.full_draws and is_full else position.result


def slow_tree(position: Position, seed: int, games: int, options: Options) -> Node:
    root = Node(position)
    for number in range(games):
        if root.proven:
            break
        node = root
        while node.children:
            node = urgent_child(node, options)
        if (node is root or node.visits) and not node.position.is_over:
            node.children = [Node(node.position.play(m), node) for m in node.position.legal_moves]
            node = urgent_child(node, options)
        if node.position.is_over:
            winner = winner_of(node.position, options)
            if options.solver:
                prove(node, winner)
        else:
            winner = winner_of(random_end(node.position, seed, number), options)
        if options.published:
            back_up_as_published(node, winner, position.mover)
        else:
            back_up(node, winner, options)
    return root


def back_up(node: Node | None, winner: int, options: Options) -> None:
    while node:
        node.visits += 1
        if node.parent:
            mine = node.parent.position.mover == winner
            node.wins += options.draw if winner == 0 else float(mine)
        node = node.parent


def back_up_as_published(leaf: Node, winner: int, computer: int) -> None:
    """The raw winner after a random game, so that the human's wins count; else the computer's."""
    if leaf.position.is_over:
        gain = float(winner == computer)
    else:
        gain = 0.0 if winner == 0 else (-1.0 if winner == computer else 1.0)
    node: Node | None = leaf
    while node:
        node.visits += 1
        node.wins += gain
        node = node.parent


def prove(node: Node, winner: int) -> None:
    node.proven = winner or PROVEN_DRAW
    while node.parent:
        node = node.parent
        mover = node.position.mover
        known = [child.proven for child in node.children]
        if mover in known:
            node.proven = mover
        elif 0 in known:
            return
        else:
            node.proven = PROVEN_DRAW if PROVEN_DRAW in known else 3 - mover


def fast_tree(
    position: Position, seed: int, games: int, options: Options, *, rows: int = 20_000,
    is_stopped: bool = False,
) -> tuple[NDArray[np.int32], NDArray[np.float64], int]:  # fmt: skip
    nodes, wins = np.zeros((rows, FIELDS), dtype=np.int32), np.zeros(rows)
    state = np.array([is_stopped, 1], dtype=np.int64)
    rules = position.rules
    played = grow(
        rules.numbers, rules.kernel_geometry, position.kernel_board, options, word(seed), 0,
        games, nodes, wins, state,
    )  # fmt: skip
    return nodes, wins, int(played)


def test_growing_stops_on_request() -> None:
    *_, played = fast_tree(Position.start(), 1, 10, OPTIONS[0], is_stopped=True)
    assert played == 0


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("rules", "moves"), CASES)
def test_the_tree_agrees_with_the_slow_search(rules: str, moves: str, options: Options) -> None:
    position = Position.parse(moves, rules)
    games = sized(400, 40)
    root = slow_tree(position, 7, games, options)
    nodes, wins, _ = fast_tree(position, 7, games, options)
    waiting = [(root, 0)]
    for slow, row in waiting:
        assert (slow.visits, slow.proven) == (nodes[row, VISITS], nodes[row, PROVEN])
        assert slow is root or slow.wins == wins[row]
        assert len(slow.children) == nodes[row, COUNT]
        waiting += [(child, int(nodes[row, FIRST]) + i) for i, child in enumerate(slow.children)]
    assert len(waiting) > len(position.legal_moves)


def test_a_full_tree_updates_its_statistics_without_growing() -> None:
    nodes, _, played = fast_tree(Position.start(), 1, 200, Options(EXPLORATION, 0, 1), rows=9)
    assert played == 200
    assert nodes[1:8, VISITS].sum() == 200


def test_a_transplanted_tree_equals_its_original_branch() -> None:
    nodes, wins, _ = fast_tree(Position.parse("44"), 1, sized(500, 60), Options(EXPLORATION, 0, 1))
    branch = int(nodes[0, FIRST]) + 3
    new_nodes, new_wins = np.zeros_like(nodes), np.zeros_like(wins)
    used = transplant(nodes, wins, branch, new_nodes, new_wins, np.zeros(len(nodes), np.int32))
    waiting = [(branch, 0)]
    for old, new in waiting:
        assert (nodes[old, VISITS], wins[old]) == (new_nodes[new, VISITS], new_wins[new])
        assert nodes[old, COUNT] == new_nodes[new, COUNT]
        firsts = int(nodes[old, FIRST]), int(new_nodes[new, FIRST])
        for i in range(int(nodes[old, COUNT])):
            assert new_nodes[firsts[1] + i, PARENT] == new
            waiting.append((firsts[0] + i, firsts[1] + i))
    assert used == len(waiting) > 7


def test_a_transplanted_tree_is_cut_to_the_room_available() -> None:
    nodes, wins, _ = fast_tree(Position.start(), 1, 100, Options(EXPLORATION, 0, 0))
    new_nodes, new_wins = np.zeros((9, FIELDS), dtype=np.int32), np.zeros(9)
    used = transplant(nodes, wins, 0, new_nodes, new_wins, np.zeros(9, np.int32))
    assert used == 8
    assert not new_nodes[1:8, COUNT].any()
