"""The console program of Porto: minimax, alpha-beta and Monte Carlo tree search, 7×6."""

import json
import re
from collections.abc import Mapping, Sequence
from statistics import correlation

from enraya.agents import Choice, Limit, parse_agent
from enraya.game.position import Position
from enraya.reports.charts import Series, lines
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.games import Game, Games
from enraya.reproduce.match import Match

PAPER = "porto"
CONCLUSIONS = "Comentários e conclusões"
PERFORMANCE = "Avaliação da performance"
MINIMAX = "minimax(depth=4, eval=rivest, style=porto)"
ALPHABETA = "alphabeta(depth=4, eval=rivest, style=porto)"
GAME = "1411151312"
"""The game of the measurements: the human plays 1, 1, 1, 1, 1 and the computer wins."""
POSITIONS = [GAME[:plies] for plies in range(1, len(GAME), 2)]
"""Where the computer is to move."""
CALLS = {MINIMAX: (2801, 2801, 2775, 2294, 799), ALPHABETA: (561, 505, 1025, 396, 55)}
"""Calls of the search function at each reply, recomputed from the paper's program."""
PRINTED_ITERATIONS = (500, 2000)
MCTS_ITERATIONS = PRINTED_ITERATIONS[1]
MORE = 10
MANY_ITERATIONS = 100_000
"""What ours makes in a tenth of the paper's two seconds."""
TIMED_MCTS = "mcts(seconds=2)"
WARM_SECONDS = 0.01
MCTS_HUMANS = ("13576", "1357677")
SAME_SHAPE = 0.9
"""The least correlation of two charts that vary alike."""
REPEATS = 100


def _name(agent: str) -> str:
    return agent.partition("(")[0]


def _replies(agent: str) -> list[Choice]:
    """The choices of an agent at every reply of the measured game."""
    player = parse_agent(agent)
    return [player.choose(Position.parse(moves), Limit()) for moves in POSITIONS]


def _move_command(agent: str) -> str:
    return f'enraya move {" ".join(POSITIONS)} --agent "{agent}"'


def _counts(agent: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        found = [(choice.move, choice.nodes) for choice in _replies(agent)]
        wanted = list(zip(map(int, GAME[1::2]), CALLS[agent], strict=True))
        same = found == wanted
        return Finding(
            _counted(found),
            Agreement.REPRODUCED if same else Agreement.NOT,
            "" if same else f"it should be {_counted(wanted)}",
        )

    def read(output: str) -> str:
        return _counted(re.findall(r"^(\d) .*\bnodes (\d+)", output, re.MULTILINE))

    return Claim(
        PAPER, PERFORMANCE,
        f"{_name(agent)} at depth 4 against a human who plays 1, 1, 1, 1, 1: nodes of each reply "
        "(chart); calls of the search function, the root included",
        lambda _: _move_command(agent), measure, read, Kind.EXACT,
    )  # fmt: skip


def _counted(replies: Sequence[tuple[object, object]]) -> str:
    moves, nodes = zip(*replies, strict=True) if replies else ((), ())
    return f"it plays {', '.join(map(str, moves))} with {', '.join(map(str, nodes))} nodes"


def _shape(lab: Lab) -> Finding:
    """Whether time varies as nodes do from reply to reply, for both searches."""
    repeats = lab.thoroughness.count(REPEATS)
    nodes, milliseconds = {}, {}
    for agent in (MINIMAX, ALPHABETA):
        _replies(agent)  # loads what is compiled, before any clock runs
        games = [_replies(agent) for _ in range(repeats)]
        nodes[agent] = [float(choice.nodes or 0) for choice in games[0]]
        milliseconds[agent] = _fastest(games)
    alike = [correlation(nodes[agent], milliseconds[agent]) for agent in nodes]
    same = min(alike) >= SAME_SHAPE
    charts = (
        lines(_series(nodes), "reply", "nodes", "Nodes of each reply"),
        lines(_series(milliseconds), "reply", "milliseconds", "Time of each reply"),
    )
    return Finding(
        _shape_figure(nodes, milliseconds),
        Agreement.REPRODUCED if same else Agreement.NOT,
        "" if same else "the times do not follow the nodes here",
        charts,
    )


def _fastest(games: list[list[Choice]]) -> list[float]:
    """The least milliseconds of each reply over equal games, without what other work adds."""
    return [
        1000 * min(choice.seconds or 0.0 for choice in choices)
        for choices in zip(*games, strict=True)
    ]


def _shape_figure(
    nodes: Mapping[str, Sequence[float]], milliseconds: Mapping[str, Sequence[float]]
) -> str:
    return "; ".join(
        f"{_name(agent)}: {', '.join(f'{time:.3f}' for time in times)} ms for "
        f"{', '.join(f'{count:.0f}' for count in nodes[agent])} nodes, "
        f"correlation {correlation(nodes[agent], times):.3f}"
        for agent, times in milliseconds.items()
    )


def _read_shape(output: str) -> str:
    """From the replies as JSON; the first position of each agent only loads what is compiled."""
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    replies = len(POSITIONS)
    both = {MINIMAX: rows[1 : 1 + replies], ALPHABETA: rows[2 + replies :]}
    return _shape_figure(
        {agent: [row["nodes"] for row in part] for agent, part in both.items()},
        {agent: [1000 * row["seconds"] for row in part] for agent, part in both.items()},
    )


def _shape_command() -> str:
    positions = " ".join([POSITIONS[0], *POSITIONS])
    return AND.join(
        f'enraya move {positions} --agent "{agent}" --json' for agent in (MINIMAX, ALPHABETA)
    )


def _series(values: Mapping[str, Sequence[float]]) -> list[Series]:
    return [Series(name, range(1, len(row) + 1), row) for name, row in values.items()]


def _iterations(lab: Lab) -> Finding:
    del lab
    player = parse_agent(TIMED_MCTS)
    player.choose(Position.start(), Limit(seconds=WARM_SECONDS))
    made = player.choose(Position.parse("1"), Limit()).details["iterations"]
    more = made > PRINTED_ITERATIONS[1]
    return Finding(f"{made} iterations", Agreement.EXCEEDED if more else Agreement.NOT,
                   "" if more else "this machine was busy")  # fmt: skip


def _read_iterations(output: str) -> str:
    found = re.search(r"\biterations (\d+)", output)
    return f"{found[1]} iterations" if found else ""


def _scripted(human: str, how: str) -> Claim:
    agent = f"mcts(iterations={MCTS_ITERATIONS}, {how}, published=true, seed=1)"
    game = Game(f"script({human})", agent)
    games = Games((("", game),))

    def measure(lab: Lab) -> Finding:
        del lab
        end, choices = game.play()
        nodes = {agent: [choice.nodes or 0 for choice in choices[1::2]]}
        chart = lines(_series(nodes), "reply", "nodes", f"{agent} against {human}: nodes")
        return Finding(games.describe([end]), Agreement.NOT, "the chart is lost", (chart,))

    return Claim(
        PAPER, PERFORMANCE,
        f"the tree search, {how}, against a human who plays {', '.join(human)} (chart); here the "
        "human then plays the leftmost open column",
        games.command, measure, games.read,
    )  # fmt: skip


def _mcts(how: str = "", iterations: int = MCTS_ITERATIONS) -> str:
    return f"mcts(iterations={iterations}{how})"


PUBLISHED = ", published=true"
VERSIONS = {"as published": PUBLISHED, "without its sign error": ""}
CLAIMS = (
    _counts(MINIMAX),
    _counts(ALPHABETA),
    Claim(
        PAPER, CONCLUSIONS, "time varies as the nodes do, because it is proportional to them "
        "(charts of minimax and alpha-beta)",
        lambda _: _shape_command(), _shape, _read_shape, Kind.TIMED,
    ),
    Claim(
        PAPER, CONCLUSIONS, "the tree search makes 500 to 2000 iterations in 2 seconds",
        lambda _: f'enraya move 1 --agent "{TIMED_MCTS}"', _iterations, _read_iterations,
        Kind.TIMED,
    ),
    *(_scripted(human, f"pick={pick}") for human in MCTS_HUMANS for pick in ("uct", "visits")),
    *(
        Match(_mcts(f", pick=uct{how}"), (_mcts(f", pick=visits{how}"),), 2000).claim(
            PAPER, CONCLUSIONS,
            f"choosing by UCT is slightly more accurate than by visits: the tree search {words}",
        )
        for words, how in VERSIONS.items()
    ),
    *(
        Match(_mcts(how, MORE * MCTS_ITERATIONS), (_mcts(how),), 1000).claim(
            PAPER, CONCLUSIONS,
            "the tree search is well implemented but has too few iterations: ten times as many "
            f"play better, {words}",
        )
        for words, how in VERSIONS.items()
    ),
    *(
        Match(ALPHABETA, (_mcts(how),), 2000).claim(
            PAPER, CONCLUSIONS,
            f"alpha-beta is the most effective: against the tree search {words}",
        )
        for words, how in VERSIONS.items()
    ),
    Match(ALPHABETA, (_mcts(iterations=MANY_ITERATIONS),), 200).claim(
        PAPER, CONCLUSIONS, "the same against a tree search that is not starved of iterations"
    ),
)  # fmt: skip
