"""The claims of the paper from Porto: minimax, alpha-beta and Monte Carlo tree search, 7×6."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import correlation

from enraya.agents import Choice
from enraya.arena.play.replies import ScriptedGame, play_script
from enraya.reports.charts import Series, lines
from enraya.reports.replies import reply_charts
from enraya.reproduce.claim import Agreement, Claim, Experiment, Finding, Kind, decided
from enraya.reproduce.experiments import (
    Played,
    chosen_moves,
    fixed_game,
    match_of,
    result_of,
    stronger,
)
from enraya.rules.classic import classic

PAPER = "porto"
CONCLUSIONS = "Comentários e conclusões"
PERFORMANCE = "Avaliação da performance"
TREE_SEARCH = "Algoritmo Monte Carlo Tree Search (MCTS)"
MINIMAX = "minimax(depth=4, eval=rivest, style=porto)"
ALPHABETA = "alphabeta(depth=4, eval=rivest, style=porto)"
GAME = "1411151312"
"""The game on which the paper measures: the human always plays column 1, the computer wins."""
HUMAN = GAME[::2]
POSITIONS = [GAME[:plies] for plies in range(1, len(GAME), 2)]
"""The positions of that game in which the computer is to move."""
CALLS = {MINIMAX: (2801, 2801, 2775, 2294, 799), ALPHABETA: (561, 505, 1025, 396, 55)}
"""How often each reply calls the search function, recounted with the paper's program."""
PRINTED_ITERATIONS = (500, 2000)
MCTS_ITERATIONS = PRINTED_ITERATIONS[1]
MORE = 10
MANY_ITERATIONS = 100_000
"""About as many as our tree search makes in a tenth of the paper's two seconds."""
MCTS_HUMANS = ("13576", "1357677")
SAME_SHAPE = 0.9
"""The lowest correlation at which two charts count as similar."""
LAST_CELL = "56755545234364172257133416714221164723736"
"""A position with one empty cell, where the last stone wins."""
FULL_BOARD = {
    "as published": ", published=true",
    "draws worth a half": ", full_draws=true",
    "ours": "",
}


def _name(agent: str) -> str:
    return agent.partition("(")[0]


def _counts(agent: str) -> Claim:
    def judge_replies(choices: list[Choice]) -> Finding:
        found = [(choice.move, choice.nodes) for choice in choices]
        wanted = list(zip(map(int, GAME[1::2]), CALLS[agent], strict=True))
        return decided(_counted(found), found == wanted, f"it should be {_counted(wanted)}")

    return Claim(
        PAPER, PERFORMANCE,
        f"{_name(agent)} at depth 4 against a human who plays 1, 1, 1, 1, 1: nodes of each reply "
        "(chart); calls of the search function, the root included",
        (chosen_moves(agent, POSITIONS),), judge_replies, Kind.EXACT,
    )  # fmt: skip


def _counted(replies: Sequence[tuple[object, object]]) -> str:
    moves, nodes = zip(*replies, strict=True)
    return f"it plays {', '.join(map(str, moves))} with {', '.join(map(str, nodes))} nodes"


def _reply_charts() -> Experiment:
    """An experiment: both searches play the scripted human, and each reply is timed."""
    agents = " ".join(f'"{agent}"' for agent in CALLS)
    return Experiment(
        lambda _: f"enraya charts {agents} --human {HUMAN}",
        lambda _: [play_script(agent, HUMAN, classic()) for agent in CALLS],
    )


def _judge_shape(games: list[ScriptedGame]) -> Finding:
    """The finding on whether time follows nodes from reply to reply, for both searches."""
    nodes = [[float(reply.nodes or 0) for reply in game.replies] for game in games]
    milliseconds = [[1000 * reply.seconds for reply in game.replies] for game in games]
    alike = list(map(correlation, nodes, milliseconds))
    figure = "; ".join(
        f"{_name(agent)}: {', '.join(f'{time:.3f}' for time in times)} ms for "
        f"{', '.join(f'{count:.0f}' for count in counts)} nodes, correlation {found:.3f}"
        for agent, counts, times, found in zip(CALLS, nodes, milliseconds, alike, strict=True)
    )
    finding = decided(figure, min(alike) >= SAME_SHAPE, "the times do not follow the nodes here")
    return replace(finding, charts=reply_charts(games))


def _judge_iterations(choices: list[Choice]) -> Finding:
    made = choices[0].details["iterations"]
    more = made > PRINTED_ITERATIONS[1]
    return Finding(f"{made} iterations", Agreement.EXCEEDED if more else Agreement.NOT,
                   "" if more else "this machine was busy")  # fmt: skip


def _scripted(human: str, how: str) -> Claim:
    agent = f"mcts(iterations={MCTS_ITERATIONS}, {how}, published=true, seed=1)"

    def judge_game(played: Played) -> Finding:
        end, choices = played
        nodes = [choice.nodes or 0 for choice in choices[1::2]]
        series = [Series(agent, range(1, len(nodes) + 1), nodes)]
        chart = lines(series, "reply", "nodes", f"{agent} against {human}: nodes")
        return Finding(result_of(end), Agreement.NOT, "the chart is lost", (chart,))

    return Claim(
        PAPER, PERFORMANCE,
        f"the tree search, {how}, against a human who plays {', '.join(human)} (chart); here the "
        "human then plays the leftmost open column",
        (fixed_game(f"script({human})", agent),), judge_game,
    )  # fmt: skip


def _judge_full_board(*found: list[Choice]) -> Finding:
    """The finding on the value of a win that fills the board."""

    def figure(scores: Iterable[float | None]) -> str:
        return ", ".join(f"{how} {score:g}" for how, score in zip(FULL_BOARD, scores, strict=True))

    valued, wanted = figure(choice.score for (choice,) in found), figure((0, 0.5, 1))
    return decided(valued, valued == wanted, f"it should be: {wanted}")


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
        (_reply_charts(),), _judge_shape, Kind.TIMED,
    ),
    Claim(
        PAPER, CONCLUSIONS, "the tree search makes 500 to 2000 iterations in 2 seconds",
        (chosen_moves("mcts(seconds=2)", ["1"]),), _judge_iterations, Kind.TIMED,
    ),
    Claim(
        PAPER, TREE_SEARCH, "a game that fills the board is a draw, also when its "
        "last stone wins, and a draw is worth 0: the value of such a win for the tree search",
        tuple(
            chosen_moves(f"mcts(iterations=5, seed=1{how})", [LAST_CELL])
            for how in FULL_BOARD.values()
        ),
        _judge_full_board, Kind.EXACT,
    ),
    *(
        stronger(PAPER, TREE_SEARCH, text, match_of(_mcts(), _mcts(how), games=2000))
        for how, text in PRINTED.items()
    ),
    *(_scripted(human, f"pick={pick}") for human in MCTS_HUMANS for pick in ("uct", "visits")),
    *(
        stronger(
            PAPER, CONCLUSIONS,
            f"choosing by UCT is slightly more accurate than by visits: the tree search {words}",
            match_of(_mcts(f", pick=uct{how}"), _mcts(f", pick=visits{how}"), games=2000),
        )
        for words, how in VERSIONS.items()
    ),
    *(
        stronger(
            PAPER, CONCLUSIONS,
            "the tree search is well implemented but has too few iterations: ten times as many "
            f"play better, {words}",
            match_of(_mcts(how, MORE * MCTS_ITERATIONS), _mcts(how), games=1000),
        )
        for words, how in VERSIONS.items()
    ),
    *(
        stronger(
            PAPER, CONCLUSIONS,
            f"alpha-beta is the most effective: against the tree search {words}",
            match_of(ALPHABETA, _mcts(how), games=2000),
        )
        for words, how in VERSIONS.items()
    ),
    stronger(
        PAPER, CONCLUSIONS, "the same against a tree search that is not starved of iterations",
        match_of(ALPHABETA, _mcts(iterations=MANY_ITERATIONS), games=200),
    ),
)  # fmt: skip
