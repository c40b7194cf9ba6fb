"""The single agents: scripts, genes, Monte-Carlo, files, perfection."""

from pathlib import Path

import pytest

from enraya.agents import Agent, Choice, Limit, parse_agent
from enraya.errors import EnrayaError, IllegalMove, InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import parse_heuristic


def play(first: Agent, second: Agent, rules: str = "classic") -> Position:
    position = Position.start(rules)
    while not position.is_over:
        agent = first if position.mover == 1 else second
        position = position.play(agent.choose(position, Limit()).move)
    return position


def test_a_script_against_alphabeta_gives_the_game_of_the_porto_paper() -> None:
    second = parse_agent("alphabeta(depth=4, eval=rivest, style=porto)")
    assert play(parse_agent("script(11111)"), second).moves == "1411151312"


def test_after_its_script_an_agent_plays_the_lowest_open_column() -> None:
    agent = parse_agent("script(35)")
    assert [agent.choose(Position.parse(m), Limit()).move for m in ("", "31", "3151")] == [3, 5, 1]


def test_a_script_counts_its_own_moves_where_players_move_twice() -> None:
    agent = parse_agent("script(1234567)")
    game = [("4", 1), ("44", 2), ("445", 2), ("4456", 3)]
    found = [(m, agent.choose(Position.parse(m, "boom"), Limit()).move) for m, _ in game]
    assert found == game


@pytest.mark.parametrize(("moves", "column"), [("121212", 1), ("1212127", 2)])
def test_genes_win_or_block_first(moves: str, column: int) -> None:
    for seed in range(5):
        agent = parse_agent("genes(0.5, 0.5, 0.5, 0.5)", seed)
        assert agent.choose(Position.parse(moves), Limit()).move == column


def test_genes_never_pass_while_a_column_is_open() -> None:
    for seed in range(30):
        agents = (parse_agent("genes(1, 1, 1, 1)", seed), parse_agent("genes(0, 0, 0, 0)", seed))
        assert play(*agents).is_over


def test_the_lisp_tournament_player_beats_random() -> None:
    strong = parse_agent("alphabeta(depth=4, eval=uam-h2(base=2), style=uam)")
    wins = 0
    for seed in range(10):
        weak = parse_agent("random", seed)
        first = play(strong, weak) if seed % 2 else play(weak, strong)
        wins += first.result == (1 if seed % 2 else 2)
    assert wins >= 9


def test_mcts_shows_what_it_knows_of_every_column() -> None:
    choice = parse_agent("mcts(iterations=1000, seed=1)").choose(Position.parse("44"), Limit())
    assert sum(column["visits"] for column in choice.columns) == 1000
    assert {"move", "visits", "value", "uct", "proven"} == choice.columns[0].keys()
    best = max(choice.columns, key=lambda column: column["visits"])
    assert choice.move == best["move"]
    assert choice.details["iterations"] == 1000


@pytest.mark.parametrize("pick", ["visits", "uct", "value"])
def test_mcts_picks_by_the_rule_asked_for(pick: str) -> None:
    agent = parse_agent(f"mcts(iterations=500, seed=2, pick={pick}, solver=false)")
    choice = agent.choose(Position.parse("4453"), Limit())
    assert choice.move == max(choice.columns, key=lambda column: column[pick])["move"]


def test_mcts_keeps_its_tree_when_asked() -> None:
    agent = parse_agent("mcts(iterations=1000, seed=1, reuse=true)")
    first = agent.choose(Position.start(), Limit())
    reply = first.columns[0]["move"]
    after = Position.start().play(first.move).play(reply)
    assert agent.choose(after, Limit()).details["iterations"] > 1000


def test_the_published_mcts_is_drawn_to_what_the_opponent_wins() -> None:
    position = Position.parse("4152434")  # X threatens four in column 4
    intended = parse_agent("mcts(iterations=2000, seed=1)").choose(position, Limit())
    published = parse_agent("mcts(iterations=2000, seed=1, published=true)")
    assert intended.move == 4
    assert published.choose(position, Limit()).move != 4


def test_perfect_plays_the_fastest_win_and_the_slowest_loss() -> None:
    agent = parse_agent("perfect")
    assert agent.choose(Position.parse("443355"), Limit()).move in (2, 6)
    choice = agent.choose(Position.parse("44455554221"), Limit())
    assert choice.score == -15


HEURISTIC = "def heuristic(position):\n    return float(len(position.stones(position.mover)))\n"
CHOOSER = "def choose(position, limit):\n    return position.legal_moves[-1]\n"
KAGGLE = """
def agent(observation, configuration):
    assert observation.board == observation["board"]
    assert len(observation.board) == configuration.rows * configuration["columns"]
    assert observation.mark == 1 + sum(1 for cell in observation.board if cell) % 2
    return [c for c in range(configuration.columns) if observation.board[c] == 0][-1]
"""
COMPILED = """
from enraya.heuristics import heuristic
from enraya.kernels.core.board import stones_of
from enraya.kernels.core.intrinsics import popcount

@heuristic(compiled=True)
def mine(context, board, player):
    return 1.0 * popcount(stones_of(board, player) & context.bottom)
"""


def file_agent(tmp_path: Path, code: str) -> Agent:
    path = tmp_path / "mine.py"
    path.write_text(code)
    return parse_agent(f"file:{path}")


@pytest.mark.parametrize("code", [HEURISTIC, CHOOSER, KAGGLE, COMPILED])
def test_a_file_of_any_kind_plays_a_game(tmp_path: Path, code: str) -> None:
    assert play(file_agent(tmp_path, code), parse_agent("random", 1)).is_over


def test_a_kaggle_agent_counts_columns_from_0(tmp_path: Path) -> None:
    assert file_agent(tmp_path, KAGGLE).choose(Position.start(), Limit()).move == 7


def test_a_heuristic_of_a_file_can_be_searched_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEURISTIC)
    agent = parse_agent(f"alphabeta(depth=2, eval=file:{path})")
    assert agent.choose(Position.parse("443355"), Limit()).move == 2
    path.write_text(COMPILED)
    assert parse_heuristic(f"file:{path}").evaluate(Position.parse("4453"), 1) == 2


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\n", "holds no agent; define heuristic"),
        ("def broken(:\n", "cannot be run: SyntaxError"),
        ("1 / 0\n", "cannot be run: ZeroDivisionError"),
    ],
)
def test_a_file_without_an_agent_is_refused_with_the_reason(
    tmp_path: Path, code: str, words: str
) -> None:
    with pytest.raises(InvalidSetting, match=words):
        file_agent(tmp_path, code)


def test_what_a_file_answers_is_checked(tmp_path: Path) -> None:
    position = Position.start()
    with pytest.raises(IllegalMove, match="answered 9"):
        file_agent(tmp_path, "def choose(p, l):\n    return 9\n").choose(position, Limit())
    with pytest.raises(EnrayaError, match="failed: ZeroDivisionError"):
        file_agent(tmp_path, "def choose(p, l):\n    return 1 / 0\n").choose(position, Limit())


def test_a_file_may_answer_with_a_choice(tmp_path: Path) -> None:
    code = "from enraya.agents import Choice\ndef choose(p, l):\n    return Choice(3, score=1.5)\n"
    assert file_agent(tmp_path, code).choose(Position.start(), Limit()) == Choice(3, score=1.5)


def test_random_agents_differ_by_their_seed() -> None:
    games = {play(parse_agent("random", s), parse_agent("random", s + 1)).moves for s in range(5)}
    assert len(games) == 5


def test_the_example_is_an_agent() -> None:
    path = Path(__file__).parents[3] / "examples" / "03_your_own_heuristic.py"
    assert parse_agent(f"file:{path}").choose(Position.parse("443355"), Limit()).move in (2, 6)
