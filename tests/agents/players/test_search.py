"""The strong agent, the ladder, and what they are measured against."""

from pathlib import Path

import pytest

from enraya.agents import Agent, Limit, parse_agent
from enraya.agents.players.evaluation import strongest_evaluation
from enraya.agents.players.level import EVAL, LEVELS
from enraya.agents.players.lookahead import thinking_time
from enraya.agents.players.search import Found, SearchAgent, _preferred
from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.kernels.search.counts import UNLIMITED
from enraya.kernels.search.deepening import MAX_PLIES, WIN
from enraya.rules import parse_rules
from enraya.solver import Solver
from enraya.solver.analysis import move_bounds
from enraya.solver.score import value_of
from tests.agents.players.timing import tells_its_seconds
from tests.agents.test_contract import positions, safe_moves, wins_in_one


def play(first: Agent, second: Agent, rules: str = "classic") -> Position:
    position = Position.start(rules)
    while not position.is_over:
        agent = first if position.mover == 1 else second
        position = position.play(agent.choose(position, Limit()).move)
    return position


def test_search_tells_what_it_expects() -> None:
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
def test_search_values_by_learned_tables_where_there_are_some(
    rules: str, options: str, like: str
) -> None:
    position = Position.parse("4436", rules)
    agents = parse_agent(f"search({options})"), parse_agent(f"search({like})")
    found, expected = (agent.choose(position, Limit()) for agent in agents)
    assert found.columns == expected.columns


def test_a_file_of_that_name_does_not_change_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ntuple").write_text("no model")
    monkeypatch.chdir(tmp_path)
    strongest_evaluation.cache_clear()
    assert parse_agent("search(nodes=500)").choose(Position.start(), Limit()).move == 4


def test_search_keeps_the_value_where_the_solver_is_fast() -> None:
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
    assert play(strong, weak, "boom").result == 1
    assert play(weak, strong, "boom").result == 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_says_what_it_is(level: int) -> None:
    assert LEVELS[level].description


@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_levels_vary_with_their_seed(level: int) -> None:
    games = {
        play(parse_agent(f"level({level})", seed), parse_agent(f"level({level})", seed + 100)).moves
        for seed in range(4)
    }
    assert len(games) == 4


@pytest.mark.parametrize(("strong", "weak"), [(3, 1), (5, 3), (7, 4)])
def test_a_higher_level_wins_more(strong: int, weak: int) -> None:
    points = 0.0
    for seed in range(10):
        agents = parse_agent(f"level({strong})", seed), parse_agent(f"level({weak})", seed)
        game = play(*agents) if seed % 2 else play(*agents[::-1])
        wins = game.result == (1 if seed % 2 else 2)
        points += 0.5 if game.result == 0 else float(wins)
    assert points >= 7


@pytest.mark.slow
def test_the_lisp_tournament_player_wins_99_of_100_against_random() -> None:
    strong = parse_agent("alphabeta(depth=4, eval=uam-h2(base=2), style=uam)")
    wins = 0
    for seed in range(50):
        wins += play(strong, parse_agent("random", seed)).result == 1
        wins += play(parse_agent("random", seed), strong).result == 2
    assert wins >= 99


@pytest.mark.slow
def test_the_boom_player_beats_random_20_times() -> None:
    strong = parse_agent("alphabeta(depth=8, eval=ugr-groups, style=ugr)")
    for seed in range(10):
        assert play(strong, parse_agent("random", seed), "boom").result == 1
        assert play(parse_agent("random", seed), strong, "boom").result == 2


@pytest.mark.slow
def test_mcts_takes_wins_and_stops_losses_in_one_on_500_positions() -> None:
    agent = parse_agent("mcts(iterations=2000, seed=1)")
    for position in positions(parse_rules("classic"), 500):
        wins, safe = wins_in_one(position), safe_moves(position)
        if wins or len(safe) == 1:
            assert agent.choose(position, Limit()).move in (wins or safe), position.moves


@pytest.mark.parametrize("nodes", [7, 700])
def test_a_level_without_time_compares_moves_of_one_depth(nodes: int) -> None:
    position = Position.parse("4455")
    hurried = parse_agent("level(6)", 1).choose(position, Limit(nodes=nodes)).columns
    heuristic = named_heuristic(EVAL)
    assert {column["move"]: column["score"] for column in hurried} == {
        move: heuristic.evaluate(position.play(move), 1) for move in position.legal_moves
    }
    assert hurried != parse_agent("level(6)", 1).choose(position, Limit()).columns


@pytest.mark.parametrize(
    ("agent", "limit", "budget"),
    [
        (SearchAgent("s"), Limit(), (thinking_time(1.0), UNLIMITED, MAX_PLIES)),
        (SearchAgent("s", nodes=9), Limit(), (None, 9, MAX_PLIES)),
        (SearchAgent("s", depth=4), Limit(), (None, UNLIMITED, 4)),
        (SearchAgent("s", nodes=9), Limit(nodes=5, depth=2), (None, 5, 2)),
        (SearchAgent("s", seconds=3.0), Limit(5.0), (thinking_time(3.0), UNLIMITED, MAX_PLIES)),
    ],
)
def test_without_any_limit_a_search_takes_one_second(
    agent: SearchAgent, limit: Limit, budget: tuple[float | None, int, int]
) -> None:
    assert agent._budget(limit)[1:] == budget


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
def test_what_is_proven_decides_and_hope_comes_before_a_draw(
    values: dict[Move, float], proven: dict[Move, int], move: int
) -> None:
    assert _preferred(Found(4, dict(values)), list(values), proven) == move


def test_it_says_how_long_it_took() -> None:
    assert tells_its_seconds("search(nodes=500)")
