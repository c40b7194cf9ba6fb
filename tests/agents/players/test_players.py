"""Games between agents: scripts, chance, and a player of a paper."""

from enraya.agents import Agent, Limit, parse_agent
from enraya.game.position import Position


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


def test_the_lisp_tournament_player_beats_random() -> None:
    strong = parse_agent("alphabeta(depth=4, eval=uam-h2(base=2), style=uam)")
    wins = 0
    for seed in range(10):
        weak = parse_agent("random", seed)
        first = play(strong, weak) if seed % 2 else play(weak, strong)
        wins += first.result == (1 if seed % 2 else 2)
    assert wins >= 9


def test_random_agents_differ_by_their_seed() -> None:
    games = {play(parse_agent("random", s), parse_agent("random", s + 1)).moves for s in range(5)}
    assert len(games) == 5
