"""The console program of Porto: minimax, alpha-beta and Monte Carlo tree search, 7×6."""

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import correlation

from enraya.agents import Choice, Limit, parse_agent, prepare
from enraya.arena.play.replies import play_script
from enraya.game.position import Position
from enraya.reports.charts import Series, lines
from enraya.reports.replies import reply_charts
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.games import FixedGame, FixedGames
from enraya.reproduce.match import DecidingMatch
from enraya.rules import parse_rules

PAPER = "porto"
CONCLUSIONS = "Comentários e conclusões"
PERFORMANCE = "Avaliação da performance"
TREE_SEARCH = "Algoritmo Monte Carlo Tree Search (MCTS)"
MINIMAX = "minimax(depth=4, eval=rivest, style=porto)"
ALPHABETA = "alphabeta(depth=4, eval=rivest, style=porto)"
GAME = "1411151312"
"""The game of the measurements: the human plays 1, 1, 1, 1, 1 and the computer wins."""
HUMAN = GAME[::2]
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
MCTS_HUMANS = ("13576", "1357677")
SAME_SHAPE = 0.9
"""The least correlation of two charts that vary alike."""
LAST_CELL = "56755545234364172257133416714221164723736"
"""One cell is empty, and its stone wins."""
FULL_BOARD = {"as published": "published=true", "draws worth a half": "full_draws=true", "ours": ""}


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
    del lab
    classic = parse_rules("classic")
    games = [play_script(agent, HUMAN, classic) for agent in CALLS]
    nodes = [[float(reply.nodes or 0) for reply in game.replies] for game in games]
    milliseconds = [[1000 * reply.seconds for reply in game.replies] for game in games]
    same = min(map(correlation, nodes, milliseconds)) >= SAME_SHAPE
    return Finding(
        _shape_figure(nodes, milliseconds),
        Agreement.REPRODUCED if same else Agreement.NOT,
        "" if same else "the times do not follow the nodes here",
        reply_charts(games),
    )


def _shape_figure(nodes: Sequence[Sequence[float]], milliseconds: Sequence[Sequence[float]]) -> str:
    return "; ".join(
        f"{_name(agent)}: {', '.join(f'{time:.3f}' for time in times)} ms for "
        f"{', '.join(f'{count:.0f}' for count in counts)} nodes, "
        f"correlation {correlation(counts, times):.3f}"
        for agent, counts, times in zip(CALLS, nodes, milliseconds, strict=True)
    )


def _read_shape(output: str) -> str:
    def rows(name: str) -> list[list[float]]:
        lines = re.findall(rf"^ {name} +(.+)$", output.replace(",", ""), re.MULTILINE)
        return [[float(cell) for cell in line.split()] for line in lines]

    return _shape_figure(rows("nodes"), rows("ms"))


def _shape_command() -> str:
    agents = " ".join(f'"{agent}"' for agent in CALLS)
    return f"enraya charts {agents} --human {HUMAN}"


def _series(values: Mapping[str, Sequence[float]]) -> list[Series]:
    return [Series(name, range(1, len(row) + 1), row) for name, row in values.items()]


def _iterations(lab: Lab) -> Finding:
    del lab
    player = parse_agent(TIMED_MCTS)
    position = Position.parse("1")
    prepare(player, position.rules)
    made = player.choose(position, Limit()).details["iterations"]
    more = made > PRINTED_ITERATIONS[1]
    return Finding(f"{made} iterations", Agreement.EXCEEDED if more else Agreement.NOT,
                   "" if more else "this machine was busy")  # fmt: skip


def _read_iterations(output: str) -> str:
    found = re.search(r"\biterations (\d+)", output)
    return f"{found[1]} iterations" if found else ""


def _scripted(human: str, how: str) -> Claim:
    agent = f"mcts(iterations={MCTS_ITERATIONS}, {how}, published=true, seed=1)"
    game = FixedGame(f"script({human})", agent)
    games = FixedGames((("", game),))

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


def _full_board() -> Claim:
    """What a win is worth that fills the board."""
    agents = [f"mcts(iterations=5, seed=1{', ' * bool(how)}{how})" for how in FULL_BOARD.values()]
    wanted = _scores_figure((0, 0.5, 1))

    def measure(lab: Lab) -> Finding:
        del lab
        position = Position.parse(LAST_CELL)
        choices = [parse_agent(agent).choose(position, Limit()) for agent in agents]
        figure = _scores_figure(choice.score for choice in choices)
        same = figure == wanted
        return Finding(figure, Agreement.REPRODUCED if same else Agreement.NOT,
                       "" if same else f"it should be: {wanted}")  # fmt: skip

    def read(output: str) -> str:
        found = re.findall(r"^\d .*?\bscore (\S+)", output, re.MULTILINE)
        return _scores_figure(float(score) for score in found)

    return Claim(
        PAPER, TREE_SEARCH, "a game that fills the board is a draw, also when its "
        "last stone wins, and a draw is worth 0: the value of such a win for the tree search",
        lambda _: AND.join(f'enraya move {LAST_CELL} --agent "{agent}"' for agent in agents),
        measure, read, Kind.EXACT,
    )  # fmt: skip


def _scores_figure(scores: Iterable[float | None]) -> str:
    return ", ".join(f"{how} {score:g}" for how, score in zip(FULL_BOARD, scores, strict=False))


def _mcts(how: str = "", iterations: int = MCTS_ITERATIONS) -> str:
    return f"mcts(iterations={iterations}{how})"


PUBLISHED = ", published=true"
VERSIONS = {"as published": PUBLISHED, "without its sign error": ""}
PRINTED = {
    ", formula=printed": "the formula of UCT as printed, ln(N/v), is not that of the program, "
    "ln(N)/v: the program's, without its sign error, against the one printed",
    ", draw=0, full_draws=true": "draws are worth nothing: worth a half, against the paper's way, "
    "both without its sign error",
}
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
    _full_board(),
    *(
        DecidingMatch(_mcts(), (_mcts(how),), 2000).claim(PAPER, TREE_SEARCH, text)
        for how, text in PRINTED.items()
    ),
    *(_scripted(human, f"pick={pick}") for human in MCTS_HUMANS for pick in ("uct", "visits")),
    *(
        DecidingMatch(_mcts(f", pick=uct{how}"), (_mcts(f", pick=visits{how}"),), 2000).claim(
            PAPER, CONCLUSIONS,
            f"choosing by UCT is slightly more accurate than by visits: the tree search {words}",
        )
        for words, how in VERSIONS.items()
    ),
    *(
        DecidingMatch(_mcts(how, MORE * MCTS_ITERATIONS), (_mcts(how),), 1000).claim(
            PAPER, CONCLUSIONS,
            "the tree search is well implemented but has too few iterations: ten times as many "
            f"play better, {words}",
        )
        for words, how in VERSIONS.items()
    ),
    *(
        DecidingMatch(ALPHABETA, (_mcts(how),), 2000).claim(
            PAPER, CONCLUSIONS,
            f"alpha-beta is the most effective: against the tree search {words}",
        )
        for words, how in VERSIONS.items()
    ),
    DecidingMatch(ALPHABETA, (_mcts(iterations=MANY_ITERATIONS),), 200).claim(
        PAPER, CONCLUSIONS, "the same against a tree search that is not starved of iterations"
    ),
)  # fmt: skip
