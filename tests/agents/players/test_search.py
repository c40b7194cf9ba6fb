"""The strong agent and its choice of moves."""

from pathlib import Path

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.search import Found, _preferred, strongest_evaluation
from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.kernels.search.deepening import WIN
from enraya.rules import parse_rules
from enraya.solver import Solver
from enraya.solver.analysis import move_bounds
from enraya.solver.score import value_of
from tests.agents.test_contract import play, positions, safe_moves, wins_in_one

BOOM = Position.start("boom")


def test_search_reports_its_depth_its_line_and_every_column() -> None:
    choice = parse_agent("search(depth=6)").choose(Position.parse("44"), Limit())
    assert choice.depth == 6
    assert choice.line.startswith(str(choice.move))
    Position.parse("44" + choice.line)
    assert len(choice.columns) == 7


@pytest.mark.parametrize(
    ("rules", "options", "like"),
    [
        ("classic", "nodes=2000", "nodes=2000, eval=learned(ntuple)"),
        ("classic", "depth=4", "depth=4, eval=threats"),
        ("classic(columns=8, rows=8)", "nodes=2000", "nodes=2000, eval=threats"),
        ("boom", "nodes=2000", "nodes=2000, eval=threats"),
    ],
)
def test_search_evaluates_with_learned_tables_where_they_exist(
    rules: str, options: str, like: str
) -> None:
    position = Position.parse("4436", rules)
    agents = parse_agent(f"search({options})"), parse_agent(f"search({like})")
    found, expected = (agent.choose(position, Limit()) for agent in agents)
    assert found.columns == expected.columns


def test_a_file_named_like_the_default_model_does_not_replace_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ntuple").write_text("no model")
    monkeypatch.chdir(tmp_path)
    strongest_evaluation.cache_clear()
    assert parse_agent("search(nodes=500)").choose(Position.start(), Limit()).move == 4


def test_search_keeps_the_exact_value_where_the_solver_is_fast() -> None:
    agent, solver = parse_agent("search(nodes=300000)"), Solver(table_mb=8)
    for position in positions(parse_rules("classic"), 12, least=18):
        move = agent.choose(position, Limit()).move
        assert isinstance(move, int)
        kept = value_of(move_bounds(solver, position, move)[0].lower)
        assert kept == solver.solve(position, weak=True).value, position.moves


@pytest.mark.parametrize(
    "rival",
    [
        "alphabeta(depth=8, eval=ugr-groups, style=ugr)",
        "alphabeta(depth=4, eval=ugr-centre, style=ugr)",
        "random(seed=1)",
    ],
)
def test_search_beats_the_players_of_the_boom_paper_on_both_sides(rival: str) -> None:
    strong, weak = parse_agent("search(nodes=60000)"), parse_agent(rival)
    assert play(strong, weak, BOOM).result == 1
    assert play(weak, strong, BOOM).result == 2


@pytest.mark.slow
def test_the_lisp_tournament_player_wins_99_of_100_against_random() -> None:
    strong = parse_agent("alphabeta(depth=4, eval=uam-h2(base=2), style=uam)")
    wins = 0
    for seed in range(50):
        wins += play(strong, parse_agent("random", seed)).result == 1
        wins += play(parse_agent("random", seed), strong).result == 2
    assert wins >= 99


@pytest.mark.slow
def test_mcts_takes_wins_in_one_and_blocks_losses_in_500_positions() -> None:
    agent = parse_agent("mcts(iterations=2000, seed=1)")
    for position in positions(parse_rules("classic"), 500):
        wins, safe = wins_in_one(position), safe_moves(position)
        if wins or len(safe) == 1:
            assert agent.choose(position, Limit()).move in (wins or safe), position.moves


@pytest.mark.parametrize(
    ("values", "proven", "move"),
    [
        ({4: 9.0, 3: 5.0}, {}, 4),
        ({4: 9.0, 3: 5.0}, {4: 0}, 4),
        ({4: 9.0, 3: 5.0}, {4: 0, 3: 1}, 3),
        ({4: 9.0, 3: 5.0, 5: 1.0}, {4: -1}, 3),
        ({4: 9.0, 3: -WIN, 5: 1.0}, {4: -1}, 5),
        ({4: 9.0, 3: 5.0, 5: 1.0}, {4: -1, 3: 0, 5: -1}, 3),
        ({4: 9.0, 3: 5.0, 5: 1.0}, {4: -1, 3: 0}, 5),
        ({4: 9.0, 3: 5.0, 5: 1.0}, {4: -1, 3: -1, 5: -1}, 4),
    ],
)
def test_proven_results_decide_and_an_open_position_beats_a_draw(
    values: dict[Move, float], proven: dict[Move, int], move: int
) -> None:
    assert _preferred(Found(4, dict(values)), list(values), proven) == move
