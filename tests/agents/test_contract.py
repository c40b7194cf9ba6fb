"""The contract of every agent of the registry, on every rule set."""

from functools import cache
from time import perf_counter

import pytest

from enraya.agents import AGENTS, Agent, Limit, check_rules, parse_agent
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.rules import RuleSet, parse_rules
from tests.strategies import seeded, walk

SPECS = {
    "random": "random(seed=1)",
    "greedy": "greedy",
    "minimax": "minimax(depth=2)",
    "alphabeta": "alphabeta(depth=3)",
    "mcts": "mcts(iterations=200, seed=1)",
    "genes": "genes(0.9, 0.6, 0.9, 0.5, seed=1)",
    "script": "script(1354)",
    "perfect": "perfect",
    "search": "search(nodes=3000)",
    "level": "level(5, seed=1)",
    "learned": "learned(tables)",
}
"""How each agent is written down for these tests; `human` asks on the terminal."""
EXTRA = [
    *(f"level({n}, seed=1)" for n in (1, 2, 3, 4, 6, 7)),
    "search(depth=4, eval=rivest)",
    "mcts(iterations=200, seed=1, reuse=true)",
    "mcts(iterations=200, seed=1, published=true)",
    "mcts(iterations=100, eval=threats, scale=100)",
    "mcts(iterations=100, eval=learned(ntuple))",
    "search(nodes=500, eval=learned(tables))",
    "perfect(ties=random, seed=3)",
    "alphabeta(depth=3, eval=ugr-groups, style=ugr)",
]
ALL = [*SPECS.values(), *EXTRA]
RULES = [
    "classic",
    "classic(columns=5, rows=4)",
    "classic(columns=8, rows=8)",
    "boom",
    "desconecta",
]
SHARP = [
    "greedy",
    "mcts(iterations=300, seed=1)",
    "mcts(iterations=10, eval=learned(ntuple))",
    "perfect",
    "search(nodes=2000)",
    "level(3, seed=1)",
    "level(5, seed=1)",
    "level(7, seed=1)",
]
"""Agents that take a win and stop a loss in one."""


def play(first: Agent, second: Agent, start: Position | None = None) -> Position:
    """The end of a game, of a classic one unless its start is given."""
    position = start or Position.start()
    while not position.is_over:
        agent = first if position.mover == 1 else second
        position = position.play(agent.choose(position, Limit()).move)
    return position


@cache
def agent_of(text: str) -> Agent:
    return parse_agent(text)


def plays(text: str, rules: RuleSet) -> bool:
    try:
        check_rules(agent_of(text), rules)
    except InvalidSetting:
        return False
    return True


def positions(rules: RuleSet, count: int, least: int = 0) -> list[Position]:
    """Undecided positions of random games with at least ``least`` moves."""
    random = seeded(7)
    found: list[Position] = []
    while len(found) < count:
        game = [position for _, position in walk(rules, random.randbytes(100))]
        usable = [position for position in game if not position.is_over]
        if usable and random.choice(usable).plies >= least:
            later = [position for position in usable if position.plies >= least]
            found.append(random.choice(later))
    return found


def least_for(text: str, rules: RuleSet) -> int:
    """How many stones: `perfect` is asked about few empty cells only, so that tests are fast."""
    is_hard = text.startswith("perfect") and rules.cells > 20
    return rules.cells - 20 if is_hard else 0


CASES = [
    pytest.param(text, rules, id=f"{text}-{rules}")
    for text in ALL
    for rules in map(parse_rules, RULES)
    if (not text.startswith("perfect") or (rules.name == "classic" and rules.cells < 64))
    and ("learned" not in text or rules == parse_rules("classic"))
]


def test_every_agent_is_listed_here() -> None:
    assert AGENTS.keys() - {"human"} == SPECS.keys()


@pytest.mark.parametrize(("text", "rules"), CASES)
def test_agents_play_legal_moves_and_change_nothing(text: str, rules: RuleSet) -> None:
    for position in positions(rules, 8, least_for(text, rules)):
        before = (position.board, position.moves, position.result)
        choice = agent_of(text).choose(position, Limit())
        assert choice.move in position.legal_moves
        assert (position.board, position.moves, position.result) == before
        assert all(column["move"] in position.legal_moves for column in choice.columns)


@pytest.mark.parametrize(("text", "rules"), CASES)
def test_the_same_seed_gives_the_same_moves(text: str, rules: RuleSet) -> None:
    chosen = [
        [
            agent.choose(position, Limit()).move
            for position in positions(rules, 5, least_for(text, rules))
        ]
        for agent in (parse_agent(text, 5), parse_agent(text, 5))
    ]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("limit", [Limit(nodes=50), Limit(seconds=0.02), Limit(depth=1)], ids=str)
@pytest.mark.parametrize(("text", "rules"), CASES)
def test_agents_respect_a_limit(text: str, rules: RuleSet, limit: Limit) -> None:
    position = positions(rules, 1, least_for(text, rules))[0]
    choice = agent_of(text).choose(position, limit)
    assert choice.move in position.legal_moves
    if limit.depth is not None and choice.depth is not None:
        assert choice.depth <= limit.depth
    looks_at_nodes = text.startswith(("minimax", "alphabeta"))
    if limit.nodes is not None and looks_at_nodes:
        assert choice.nodes is not None
        assert choice.nodes <= limit.nodes + 2 * position.rules.columns


@pytest.mark.parametrize(
    "text", [*SHARP, "alphabeta(depth=3)", "mcts(iterations=100, eval=learned(ntuple))"]
)
def test_agents_that_search_say_how_long_it_took(text: str) -> None:
    position = Position.parse("44444432651275")
    started = perf_counter()
    seconds = agent_of(text).choose(position, Limit()).seconds
    assert seconds is not None
    assert 0 <= seconds <= perf_counter() - started


def wins_in_one(position: Position) -> set[object]:
    return {move for move in position.legal_moves if position.play(move).result == position.mover}


def safe_moves(position: Position) -> set[object]:
    """Moves after which the opponent cannot win at once."""
    return {
        move
        for move in position.legal_moves
        if position.play(move).result != 3 - position.mover and not wins_in_one(position.play(move))
    }


@pytest.mark.parametrize("text", SHARP)
@pytest.mark.parametrize("rules", ["classic", "boom", "desconecta"])
def test_a_win_in_one_is_taken(text: str, rules: str) -> None:
    rule_set = parse_rules(rules)
    if not plays(text, rule_set):
        return
    least = least_for(text, rule_set)
    for position in positions(rule_set, 60, least):
        if wins_in_one(position):
            assert agent_of(text).choose(position, Limit()).move in wins_in_one(position)


@pytest.mark.parametrize("text", SHARP)
def test_the_only_move_against_a_loss_in_one_is_played(text: str) -> None:
    rules = parse_rules("classic")
    seen = 0
    for position in positions(rules, 150, least_for(text, rules)):
        safe = safe_moves(position)
        if not wins_in_one(position) and len(safe) == 1 < len(position.legal_moves):
            seen += 1
            assert {agent_of(text).choose(position, Limit()).move} == safe, position.moves
    assert seen > 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("randm", "did you mean 'random'"),
        ("Qmatic(8)", "did you mean 'QMatic'"),
        ("mcts(draw=2)", "draw must be from 0 to 1"),
        ("mcts(full_draws=perhaps)", "must be true or false"),
        ("alphabeta(dept=3)", "did you mean 'depth'.*it has: depth=6, eval=threats, style=plain"),
        ("alphabeta(depth=0)", "must be from 1 to 64"),
        ("alphabeta(eval=rivset)", "did you mean 'rivest'"),
        ("alphabeta(style=prto)", "did you mean 'porto'"),
        ("mcts(pick=best)", "must be one of visits, uct, value"),
        ("genes(0.5, 0.5, 0.5)", "needs g4"),
        ("genes(0.5, 0.5, 0.5, 1.5)", "g4 must be from 0 to 1"),
        ("human", "plays in `enraya play` only"),
        ("file:absent.py", "there is no file 'absent.py'"),
    ],
)
def test_an_unknown_name_is_refused_with_the_list_of_valid_ones(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_agent(text)
