"""Minimax and alpha-beta: the published counts and games, and agreement with the plain search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.agents import Limit, parse_agent
from enraya.agents.players.fixed_depth import STYLES, minimax_style
from enraya.agents.players.lookahead import Looked, look, look_plainly
from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.heuristics import parse_heuristic
from enraya.kernels.core.board import Board
from enraya.kernels.search.alphabeta import result_at_tops
from enraya.rules import RuleSet
from tests.strategies import RULES, positions

BIG = "classic(columns=8, rows=8)"
QMATIC = "qmatic(published=true)"


def alphabeta(position: Position, depth: int, heuristic: str, style: str) -> Looked:
    return look(position, depth, parse_heuristic(heuristic), STYLES[style])


def minimax(position: Position, depth: int, heuristic: str, style: str) -> Looked:
    return look(position, depth, parse_heuristic(heuristic), minimax_style(STYLES[style]))


def best(looked: Looked) -> Move:
    assert looked.move is not None
    return looked.move


LISP_CHOICES = [
    ("", "uam-h2(base=2)", 4, None),
    ("", "uam-h3(published=true)", 4, None),
    ("", "uam-evenodd", 4, None),
    ("4", "uam-h0", 5, -350),
    ("4", "uam-h1", 5, -500),
    ("4", "uam-h2", 6, -200),
    ("4", "uam-h2(base=2)", 4, -8),
    ("4", "uam-h3(published=true)", 4, -12),
    ("324443", "uam-h0", 2, -270),
    ("324443", "uam-h1", 3, -490),
    ("324443", "uam-h2", 2, -70),
    ("324443", "uam-h2(base=2)", 3, -2),
    ("324443", "uam-h3(published=true)", 2, -1),
    ("324443", "uam-evenodd(three=10)", 3, 2),
    ("443355", "uam-h3(published=true)", 4, -23),  # 2 and 6 win at once
]
LISP_HEURISTICS = (
    "uam-h0", "uam-h1", "uam-h2", "uam-h2(base=2)", "uam-h3(published=true)", "uam-evenodd",
    "uam-evenodd(three=10)", "uam-lines", "uam-lines(base=3)",
)  # fmt: skip


@pytest.mark.parametrize(("moves", "heuristic", "column", "value"), LISP_CHOICES)
def test_the_published_lisp_search_makes_its_golden_choices(
    moves: str, heuristic: str, column: int, value: float | None
) -> None:
    looked = minimax(Position.parse(moves), 4, heuristic, "uam-published")
    assert looked.move == column
    assert value in (looked.score, None)


@pytest.mark.parametrize("heuristic", LISP_HEURISTICS)
def test_the_published_lisp_search_overlooks_a_win_that_the_reply_covers(heuristic: str) -> None:
    position = Position.parse("121315")  # column 1 wins
    assert minimax(position, 1, heuristic, "uam-published").move == 1
    assert minimax(position, 4, heuristic, "uam-published").move == 4
    stopped = minimax(position, 4, heuristic, "uam")
    assert (stopped.move, stopped.score) == (1, 1e7)


def test_the_published_lisp_search_sees_lines_at_the_tops_of_columns_only() -> None:
    rules = Position.start().rules  # after 4433552266: OOOOO above XXXXX in columns 2 to 6
    lower = sum(1 << column * rules.geometry.stride for column in range(1, 6))
    board = Board(lower, lower << 1, 0, 10)
    assert result_at_tops(rules.numbers, rules.geometry, board) == 2


PORTO_MINIMAX = [(2801, 2401), (2801, 2401), (2775, 2376), (2294, 1950), (799, 666)]
PORTO_ALPHABETA = [(561, 408), (505, 344), (1025, 797), (396, 283), (55, 26)]


@pytest.mark.parametrize(
    ("search", "counts"), [(minimax, PORTO_MINIMAX), (alphabeta, PORTO_ALPHABETA)]
)
def test_the_game_of_the_porto_paper_is_reproduced(search, counts) -> None:  # type: ignore[no-untyped-def]
    position, values, found = Position.start(), [], []
    while not position.is_over:
        position = position.play(1)
        looked = search(position, 4, "rivest", "porto")
        values.append(-(looked.score or 0))  # the paper counts for the first player
        found.append((looked.nodes, looked.leaves))
        position = position.play(best(looked))
    assert position.moves == "1411151312"
    assert values == [12, 11, -14, -512, -512]
    assert found == counts


def test_qmatic_scores_all_foreseen_losses_alike() -> None:
    looked = minimax(Position.parse("334"), 4, "qmatic", "upc")  # 5 would make three with open ends
    lost = {move for move, value in looked.values.items() if value == -1e7}
    assert lost == {1, 3, 4, 6, 7}


QMATIC_LEAVES = {
    1: (8, 5), 2: (43, 5), 3: (256, 5), 4: (1520, 5), 5: (7921, 5), 6: (30_450, 5),
    7: (144_279, 5), 8: (595_614, 3), 9: (3_019_529, None), 10: (10_493_047, None),
}  # fmt: skip


@pytest.mark.parametrize("depth", [*range(1, 10), pytest.param(10, marks=pytest.mark.slow)])
def test_qmatic_on_the_empty_board_evaluates_its_golden_number_of_leaves(depth: int) -> None:
    looked = alphabeta(Position.start(BIG), depth, QMATIC, "upc")
    leaves, column = QMATIC_LEAVES[depth]
    assert looked.leaves == leaves
    assert column in (looked.move, None)


def test_qmatic_as_intended_evaluates_its_golden_number_of_leaves() -> None:
    assert alphabeta(Position.start(BIG), 8, "qmatic", "upc").leaves == 607_777


QMATIC_GAMES = {
    (2, 2): "5417544563677314115533466766511436545463332881122",
    (4, 4): "53541455476166746454457677663546777512111112223",
    (5, 5): "54534355412431212",
    (6, 4): "536451274645414",
    (4, 6): "5454456318156411477885574144778811122223",
}


@pytest.mark.parametrize("depths", QMATIC_GAMES)
def test_qmatic_plays_its_golden_games_against_itself(depths: tuple[int, int]) -> None:
    position = Position.start(BIG)
    while not position.is_over:
        depth = depths[position.mover - 1]
        position = position.play(best(alphabeta(position, depth, QMATIC, "upc")))
    assert position.moves == QMATIC_GAMES[depths]


BOOM_CHOICES = [
    ("", 4, "ugr-centre", 6, 4),
    ("", 4, "ugr-groups(published=true)", 15, 4),
    ("", 4, "ugr-groups", 5, 4),
    ("4", 4, "ugr-groups", -4, 4),
    ("4", 4, "ugr-groups(published=true)", -4, 4),
    ("4433", 4, "ugr-groups(published=true)", 29, 3),
    ("4433", 4, "ugr-groups", 10, 4),
    ("44335522", 4, "ugr-groups(published=true)", 52, 3),
    ("44335522", 4, "ugr-groups", 21, 6),
    ("627324423663B56777B55", 2, "ugr-groups", 99_999_999, 4),
]


@pytest.mark.parametrize(("moves", "depth", "heuristic", "value", "column"), BOOM_CHOICES)
def test_the_choices_of_the_boom_paper_are_reproduced(
    moves: str, depth: int, heuristic: str, value: float, column: int
) -> None:
    looked = alphabeta(Position.parse(moves, "boom"), depth, heuristic, "ugr")
    assert (looked.score, looked.move) == (value, column)


BOOM_GAMES = [
    ("ugr-groups", 8, "ugr-centre", 8, "44443153434551B665611111123", 2),
    ("ugr-centre", 8, "ugr-groups", 8, "433344434356656252225566655B546332411B2234627111", 1),
    ("ugr-groups(published=true)", 8, "ugr-centre", 8, "44434151267341133", 1),
    ("ugr-groups", 8, "ugr-centre", 4, "444432512111111222223", 1),
    ("ugr-centre", 4, "ugr-groups", 8, "4333444445354231133", 2),
]


@pytest.mark.parametrize(("first", "depth", "second", "other", "moves", "winner"), BOOM_GAMES)
def test_the_games_of_the_boom_table_are_reproduced(
    first: str, depth: int, second: str, other: int, moves: str, winner: int
) -> None:
    position = Position.start("boom")
    while not position.is_over:
        mine = (depth, first) if position.mover == 1 else (other, second)
        position = position.play(best(alphabeta(position, *mine, "ugr")))
    assert (position.moves, position.result) == (moves, winner)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rules", RULES, ids=str)
@settings(max_examples=8)
@given(data=st.data())
def test_alphabeta_gives_the_value_of_minimax(
    rules: RuleSet, style: str, data: st.DataObject
) -> None:
    position = data.draw(positions(rules).filter(lambda position: not position.is_over))
    depth = data.draw(st.integers(1, 5 if rules.columns < 9 else 4))
    heuristic = data.draw(st.sampled_from(["rivest", "uam-h2(base=2)", "ugr-groups", "qmatic"]))
    full, pruned = (search(position, depth, heuristic, style) for search in (minimax, alphabeta))
    assert pruned.score == full.score
    assert pruned.move == full.move
    assert pruned.nodes <= full.nodes
    assert full.finished
    assert pruned.finished


def test_a_search_stops_after_its_budget() -> None:
    position, heuristic = Position.start(), parse_heuristic("rivest")
    for search in (look, look_plainly):
        looked = search(position, 8, heuristic, STYLES["plain"], 500)
        assert not looked.finished
        assert looked.nodes <= 520
    assert looked.nodes == 500, "the plain search asks before every node"


def test_ties_go_to_the_first_column_and_in_the_lisp_tournament_to_the_last() -> None:
    position = Position.parse("443355")  # 2 and 6 both win
    assert alphabeta(position, 1, "rivest", "plain").move == 2
    assert alphabeta(position, 1, "rivest", "uam").move == 6


PUBLISHED = [
    ("minimax(depth=4, eval=rivest, style=porto)", "1", 2801, 2401),
    ("alphabeta(depth=4, eval=rivest, style=porto)", "1", 561, 408),
]


@pytest.mark.parametrize(("text", "moves", "nodes", "leaves"), PUBLISHED)
@pytest.mark.parametrize("limit", [Limit(seconds=600), Limit(nodes=5000)], ids=str)
def test_a_limit_that_is_not_reached_changes_no_count(
    text: str, moves: str, nodes: int, leaves: int, limit: Limit
) -> None:
    choice = parse_agent(text).choose(Position.parse(moves), limit)
    assert (choice.nodes, choice.leaves, choice.stopped) == (nodes, leaves, False)
    assert choice.depth == 4


def test_a_stopped_search_plays_the_best_move_it_has_finished() -> None:
    agent, position = parse_agent("minimax(depth=4, eval=rivest)"), Position.parse("443")
    full = {c["move"]: c["score"] for c in agent.choose(position, Limit()).columns}
    seen = set()
    for nodes in range(0, 2800, 100):
        choice = agent.choose(position, Limit(nodes=nodes))
        finished = {c["move"]: c["score"] for c in choice.columns}
        seen.add(len(finished))
        assert finished.items() <= full.items()
        assert choice.stopped
        assert choice.move == (max(finished, key=lambda m: finished[m]) if finished else 4)
    assert seen == set(range(7))


@pytest.mark.parametrize(("moves", "column"), [("", 4), ("444444", 3), ("444444333333", 5)])
def test_a_search_that_finished_no_move_plays_nearest_the_middle(moves: str, column: int) -> None:
    for limit in (Limit(nodes=0), Limit(nodes=1), Limit(seconds=0.0)):
        choice = parse_agent("alphabeta(depth=12)").choose(Position.parse(moves), limit)
        assert (choice.move, choice.stopped) == (column, True)


@pytest.mark.parametrize("heuristic", ["rivest", "learned(tables)"])
def test_a_search_of_unlimited_depth_stops_in_time(heuristic: str) -> None:
    agent = parse_agent(f"minimax(depth=64, eval={heuristic})")
    choice = agent.choose(Position.parse("443"), Limit(seconds=0.05))
    assert choice.stopped


def test_games_limited_by_nodes_are_the_same_each_time() -> None:
    agents = (parse_agent("alphabeta(depth=8)"), parse_agent("minimax(depth=6, eval=rivest)"))

    def game() -> tuple[Move, ...]:
        position, moves = Position.start(), []
        while not position.is_over:
            moves.append(agents[position.mover - 1].choose(position, Limit(nodes=2000)).move)
            position = position.play(moves[-1])
        return tuple(moves)

    assert game() == game()


def test_qmatic_prefers_a_quick_win_and_still_moves_when_lost() -> None:
    qmatic = parse_agent("alphabeta(depth=4, eval=qmatic(published=true), style=upc)")
    three_in_a_row = Position.parse("445566")  # 3 and 7 win now, and after any other move
    assert qmatic.choose(three_in_a_row, Limit()).move == 3
    open_three = Position.parse("44556")  # nothing helps against both ends
    assert qmatic.choose(open_three, Limit()).move == 1
