"""Ready-made tournaments: the agents of the five papers at their published settings."""

from typing import NamedTuple

from enraya.agents.text.named_players import NINJAS


class Preset(NamedTuple):
    """A ready-made tournament: a list of agents and the rules of their games."""

    summary: str
    rules: str
    agents: tuple[str, ...]


UAM = tuple(
    f"minimax(depth=4, eval={heuristic}, style=uam)"
    for heuristic in (
        "uam-h0",
        "uam-h1",
        "uam-h2(base=10)",
        "uam-h2(base=2)",
        "uam-h3(published=true)",
        "uam-h3(published=true, three=10)",
        "uam-evenodd(three=12)",
        "uam-evenodd(three=10)",
        "uam-lines(base=2)",
        "uam-lines(base=3)",
    )
)
"""The Lisp tournament: four-ply negamax with every heuristic tried and the variants uploaded."""
UGR = (
    "alphabeta(depth=8, eval=ugr-centre, style=ugr)",
    "alphabeta(depth=8, eval=ugr-groups, style=ugr)",
)
"""BOOM: eight-ply alpha-beta with the heuristic of the class and with that of the author."""
PORTO = (
    "minimax(depth=4, eval=rivest, style=porto)",
    "alphabeta(depth=4, eval=rivest, style=porto)",
    "mcts(seconds=2, pick=visits)",
    "mcts(seconds=2, pick=uct)",
)
"""The three searches of the console program, with both ways to pick a move from the tree."""
GENETIC = ("genes(0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)",)
"""The agent printed in the genetic paper."""
UPC = tuple(f"alphabeta(depth={depth}, eval=qmatic, style=upc)" for depth in (6, 8))
"""QMatic at the depth at which it begins to win, and at that of the paper's games."""
LEVELS = tuple(f"level({level})" for level in range(1, 11))

PRESETS: dict[str, Preset] = {
    "seeds": Preset(
        "all agents of the five papers, the ten levels and the perfect player, on 7x6",
        "classic",
        (*UAM, *UGR, *PORTO, *GENETIC, *UPC, *LEVELS, "perfect"),
    ),
    "8x8": Preset(
        "QMatic and the searches that fit its board, with the levels",
        "classic(columns=8, rows=8)",
        (
            *(f"alphabeta(depth={depth}, eval=qmatic, style=upc)" for depth in (4, 6, 8)),
            "alphabeta(depth=8, eval=qmatic-plus, style=upc)",
            "alphabeta(depth=4, eval=rivest, style=porto)",
            "mcts(seconds=2)",
            *LEVELS[:9],
        ),
    ),
    "boom": Preset(
        "the agents of the BOOM paper and others that play with bombs",
        "boom",
        (
            *UGR,
            "alphabeta(depth=8, eval=ugr-groups(published=true), style=ugr)",
            "alphabeta(depth=4, eval=ugr-centre, style=ugr)",
            *(f"ninja({level})" for level in NINJAS),
            "mcts(seconds=2)",
            "greedy",
            *LEVELS[:9],
        ),
    ),
}
"""The presets by the name that ``--preset`` takes."""
