"""The players that the papers name, each an alias of an agent's text."""

from collections.abc import Callable
from dataclasses import dataclass

from enraya.callspec import CallSpec
from enraya.heuristics.upc import STAGE
from enraya.parameters import (
    REQUIRED,
    Parameter,
    choice,
    flag,
    integer,
    number,
    read_parameters,
)

MADRID = "Madrid: a tournament in Lisp"
GRANADA = "Granada: Conecta-4 BOOM"
PORTO = "Porto: minimax, alpha-beta and Monte-Carlo tree search"
COSTA_RICA = "Costa Rica: genetic agents"
BARCELONA = "Barcelona: QMatic on 8x8"
MAX_DEPTH = 64
NINJAS = {1: 1, 2: 3, 3: 6}
"""How many moves ahead the stand-in of each level looks; with these, it wins and loses against the
paper's player as the originals did."""
PROFES = {False: "qmatic(stage=columns)", True: "qmatic(stage=rows)"}
"""Stand-ins for the two heuristics of the teacher's player, simple ones like those of the class."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player that a paper names."""

    paper: str
    """The title of that paper."""
    text: Callable[..., str]
    """Makes the agent's text that the name stands for, from the player's parameters."""
    summary: str
    parameters: tuple[Parameter, ...] = ()
    offers: tuple[str, ...] = ()
    """The texts that lists of agents offer, if the player's name alone is not a full text."""
    rules: str = "classic"
    """The rule set that the paper's player plays."""

    def expand(self, call: CallSpec) -> str:
        """The agent's text that a call of this player stands for.

        Raises:
            InvalidSetting: when a parameter is unknown or wrong.
        """
        return self.text(**read_parameters("agent", call, self.parameters))


def depth_of(default: object = REQUIRED) -> Parameter:
    """The parameter for the depth of a search, with this default."""
    return Parameter("depth", integer(1, MAX_DEPTH), default, "how many moves it looks ahead")


_SECONDS = Parameter("seconds", number(0, 1e6), 2.0, "per move")
_LISP_SEARCH = Parameter(
    "style", choice("uam", "uam-published"), "uam", "whether its search stops at a win"
)


def _lisp(heuristic: str) -> Callable[..., str]:
    return lambda depth, style: f"minimax(depth={depth}, eval={heuristic}, style={style})"


def _madrid(heuristic: str, summary: str) -> NamedPlayer:
    return NamedPlayer(MADRID, _lisp(heuristic), summary, (depth_of(4), _LISP_SEARCH))


def _qmatic(depth: int, stage: str) -> str:
    stages = "" if stage == STAGE.default else f", stage={stage}"
    return f"alphabeta(depth={depth}, eval=qmatic(published=true{stages}), style=upc)"


NAMED_PLAYERS: dict[str, NamedPlayer] = {
    "Madrid-1": _madrid("uam-h2(base=2)", "the first final player: the second attempt with base 2"),
    "Madrid-2": _madrid("uam-h3(published=true)", "the second final player: the third attempt"),
    "Madrid-3": _madrid(
        "uam-h3(published=true, three=10)",
        "the third final player: the third attempt with 10 instead of 12",
    ),
    "Jugador-Bueno": _madrid("uam-h0", "the player that came with the exercise"),
    "Poda_AlfaBeta": NamedPlayer(
        GRANADA,
        lambda depth: f"alphabeta(depth={depth}, eval=ugr-groups(published=true), style=ugr)",
        "the paper's player, which as player 1 does not see the rival's runs, as printed",
        (depth_of(8),),
        rules="boom",
    ),
    "ValoracionTest": NamedPlayer(
        GRANADA,
        lambda depth: f"alphabeta(depth={depth}, eval=ugr-centre, style=ugr)",
        "the same search with the heuristic that came with the exercise",
        (depth_of(8),),
        rules="boom",
    ),
    "ninja": NamedPlayer(
        GRANADA,
        lambda level: f"alphabeta(depth={NINJAS[level]}, eval=rivest)",
        "a stand-in for a ninja, the opponent of the exercise: the original is not public",
        (Parameter("level", integer(1, len(NINJAS)), REQUIRED, "1 to 3, rising in strength"),),
        tuple(f"ninja({level})" for level in NINJAS),
        rules="boom",
    ),
    "Porto-Minimax": NamedPlayer(
        PORTO,
        lambda depth: f"minimax(depth={depth}, eval=rivest, style=porto)",
        "the first of the three searches",
        (depth_of(4),),
    ),
    "Porto-AlphaBeta": NamedPlayer(
        PORTO,
        lambda depth: f"alphabeta(depth={depth}, eval=rivest, style=porto)",
        "the second, which the authors found the most effective",
        (depth_of(4),),
    ),
    "Porto-MCTS": NamedPlayer(
        PORTO,
        lambda pick, seconds: f"mcts(seconds={seconds:g}, pick={pick})",
        "the third, with the signs that the authors describe",
        (
            Parameter("pick", choice("visits", "uct"), "visits", "how it chooses from the tree"),
            _SECONDS,
        ),
        ("Porto-MCTS(visits)", "Porto-MCTS(uct)"),
    ),
    "Costa-Rica": NamedPlayer(
        COSTA_RICA,
        lambda: "genes(0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)",
        "the agent that the paper prints",
    ),
    "QMatic": NamedPlayer(
        BARCELONA,
        _qmatic,
        "the paper's player, which overlooks column 1 in some diagonals, as published",
        (depth_of(), STAGE),
        ("QMatic(8)",),
        rules="classic(columns=8, rows=8)",
    ),
    "Profe": NamedPlayer(
        BARCELONA,
        lambda depth, flag: f"alphabeta(depth={depth}, eval={PROFES[flag]}, style=upc)",
        "a stand-in for the teacher's player: the original is not public",
        (depth_of(), Parameter("flag", flag, False, "its second heuristic instead of its first")),
        ("Profe(8)",),
        rules="classic(columns=8, rows=8)",
    ),
    "Aleatori": NamedPlayer(
        BARCELONA,
        lambda: "random",
        "the random player",
        rules="classic(columns=8, rows=8)",
    ),
}
"""The players by name; all other agents are in `registry.AGENTS`."""
