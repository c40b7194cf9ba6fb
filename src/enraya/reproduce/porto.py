"""The console program of Porto: minimax, alpha-beta and Monte Carlo tree search, 7×6."""

from collections.abc import Mapping, Sequence

from enraya.agents import Choice, Limit, parse_agent
from enraya.game.position import Position
from enraya.reports.charts import Series, lines
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab
from enraya.reproduce.match import Match

PAPER = "porto"
HUMAN = "11111"
"""The columns of the human in the measurements of both searches."""
MINIMAX = "minimax(depth=4, eval=rivest, style=porto)"
ALPHABETA = "alphabeta(depth=4, eval=rivest, style=porto)"
GAME = "1411151312"
CALLS = {MINIMAX: (2801, 2801, 2775, 2294, 799), ALPHABETA: (561, 505, 1025, 396, 55)}
"""Calls of the search function at each reply, recomputed from the paper's program."""
PRINTED_ITERATIONS = (500, 2000)
MCTS_ITERATIONS = PRINTED_ITERATIONS[1]
MANY_ITERATIONS = 100_000
"""What ours makes in a tenth of the paper's two seconds."""
WARM_SECONDS = 0.01
LOST_CHART = "the chart is lost; this one is new"
MCTS_HUMANS = ("13576", "1357677")


def replies(agent: str, human: str) -> tuple[str, list[Choice]]:
    """The game of a scripted human, who begins, against an agent; and the agent's choices."""
    parse_agent(agent).choose(Position.parse(human[0]), Limit())  # compiles before any clock runs
    player = parse_agent(agent)
    position, choices = Position.start(), []
    for column in human:
        if position.is_over or int(column) not in position.legal_moves:
            break
        position = position.play(int(column))
        if not position.is_over:
            choices.append(player.choose(position, Limit()))
            position = position.play(choices[-1].move)
    return position.moves, choices


def _play_command(agent: str, human: str = HUMAN) -> str:
    return f'enraya play --first "script({human})" --second "{agent}" --stats'


def _counts(agent: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        moves, choices = replies(agent, HUMAN)
        counts = tuple(choice.nodes for choice in choices)
        same = counts == CALLS[agent] and moves == GAME
        return Finding(
            f"{', '.join(map(str, counts))} calls; the game {moves}",
            Agreement.REPRODUCED if same else Agreement.NOT,
            "" if same else f"the counts should be {CALLS[agent]} and the game {GAME}",
        )

    name = agent.partition("(")[0]
    return Claim(
        PAPER,
        "3.3",
        f"{name} at depth 4 against a human who plays 1, 1, 1, 1, 1: nodes of each reply (chart)",
        lambda _: _play_command(agent),
        measure,
        exact=True,
    )


def _charts(lab: Lab) -> Finding:
    repeats = lab.thoroughness.count(100)
    runs = {
        agent: [replies(agent, HUMAN)[1] for _ in range(repeats)] for agent in (MINIMAX, ALPHABETA)
    }
    times = {agent: _fastest(games) for agent, games in runs.items()}
    nodes = {agent: [choice.nodes or 0 for choice in games[0]] for agent, games in runs.items()}
    milliseconds = {agent: [1000 * second for second in row] for agent, row in times.items()}
    charts = (
        lines(_series(nodes), "reply", "nodes", "Nodes of each reply"),
        lines(_series(milliseconds), "reply", "milliseconds", "Time of each reply"),
    )
    total = {agent: sum(seconds) for agent, seconds in times.items()}
    figure = ", ".join(f"{name.partition('(')[0]} {1000 * s:.2f} ms" for name, s in total.items())
    faster = total[ALPHABETA] < total[MINIMAX]
    return Finding(
        f"five replies: {figure} (fastest of {repeats} each)",
        Agreement.EXCEEDED if faster else Agreement.NOT,
        "" if faster else "alpha-beta was not faster here",
        charts,
    )


def _fastest(games: list[list[Choice]]) -> list[float]:
    """The least seconds of each reply over equal games, without what other work adds."""
    return [
        min(choice.seconds or 0.0 for choice in choices) for choices in zip(*games, strict=True)
    ]


def _series(values: Mapping[str, Sequence[float]]) -> list[Series]:
    return [Series(name, range(1, len(row) + 1), row) for name, row in values.items()]


def _iterations(lab: Lab) -> Finding:
    del lab
    player = parse_agent("mcts(seconds=2)")
    player.choose(Position.start(), Limit(seconds=WARM_SECONDS))
    made = player.choose(Position.parse("1"), Limit()).details["iterations"]
    most = PRINTED_ITERATIONS[1]
    return Finding(f"{made:,} iterations, {made / most:,.0f} times the paper's most",
                   Agreement.EXCEEDED if made > most else Agreement.NOT,
                   "" if made > most else "this machine was busy")  # fmt: skip


def _scripted(human: str, how: str) -> Claim:
    agent = f"mcts(iterations={MCTS_ITERATIONS}, {how}, seed=1)"

    def measure(lab: Lab) -> Finding:
        del lab
        moves, choices = replies(agent, human)
        ended = Position.parse(moves).outcome
        result = "not over" if ended is None else f"player {ended.winner} wins"
        expected = {agent: [choice.score or 0.0 for choice in choices]}
        title = f"{agent} against {human}: share of points it expects"
        chart = lines(_series(expected), "reply", "value", title)
        return Finding(f"{moves}, {result}", Agreement.NOT, LOST_CHART, (chart,))

    text = f"the search against a human who plays {', '.join(human)} (chart), {how}"
    return Claim(PAPER, "3.6", text, lambda _: _play_command(agent, human), measure)


CLAIMS = (
    _counts(MINIMAX),
    _counts(ALPHABETA),
    Claim(
        PAPER, "3.3", "both searches' times have the shape of their nodes (charts)",
        lambda _: f"{_play_command(MINIMAX)}; {_play_command(ALPHABETA)}", _charts,
    ),
    Claim(
        PAPER, "3.6", "the tree search makes 500 to 2000 iterations in 2 seconds",
        lambda _: 'enraya move 1 --agent "mcts(seconds=2)"', _iterations,
    ),
    *(_scripted(human, f"pick={pick}") for human in MCTS_HUMANS for pick in ("uct", "visits")),
    Match(
        f"mcts(iterations={MCTS_ITERATIONS}, pick=uct)",
        f"mcts(iterations={MCTS_ITERATIONS}, pick=visits)",
        4000,
    ).claim(PAPER, "3.6", "choosing by UCT is slightly more accurate than by visits"),
    Match(ALPHABETA, f"mcts(iterations={MCTS_ITERATIONS}, published=true)", 2000).claim(
        PAPER, "3.6", "alpha-beta is the most effective: against the tree search as published"
    ),
    Match(ALPHABETA, f"mcts(iterations={MCTS_ITERATIONS})", 2000).claim(
        PAPER, "3.6", "the same against a tree search without its sign error"
    ),
    Match(ALPHABETA, f"mcts(iterations={MANY_ITERATIONS})", 100).claim(
        PAPER, "3.6", "the same when the tree search is not starved of iterations"
    ),
)  # fmt: skip
