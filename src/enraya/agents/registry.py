"""The agents by name, and how to make one from its text."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from enraya.agents.players.agent import Agent
from enraya.agents.players.file_agent import load_agent
from enraya.agents.players.fixed_depth import STYLES, FixedDepthAgent, minimax_style
from enraya.agents.players.genes import GenesAgent
from enraya.agents.players.guided import GuidedAgent
from enraya.agents.players.level import HIGHEST, LEVELS, LevelAgent
from enraya.agents.players.mcts import FORMULAS, PICKS, MctsAgent
from enraya.agents.players.perfect import TIES, PerfectAgent
from enraya.agents.players.search import BY_HAND, SearchAgent
from enraya.agents.players.simple import GreedyAgent, RandomAgent, ScriptAgent
from enraya.agents.text.languages import LANGUAGES
from enraya.agents.text.named_players import NAMED_PLAYERS, depth_of
from enraya.agents.text.spec import GENES, PROGRAM, AgentSpec, parse_spec
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting, UnknownName
from enraya.heuristics import CompiledHeuristic, PythonHeuristic, parse_heuristic
from enraya.heuristics.userfile import PREFIX
from enraya.limit import MOST_NODES
from enraya.models import read_heuristic
from enraya.parameters import (
    REQUIRED,
    Parameter,
    choice,
    flag,
    integer,
    number,
    raw,
    read_parameters,
    text,
)
from enraya.rules import RuleSet

LEARNED = "learned"
DEFAULT_EVAL = CallSpec(BY_HAND)
DEFAULT_SECONDS = 1.0
PORTO_SECONDS = 2.0
"""How long the Porto paper's tree search thinks per move."""


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An entry of the list of agents."""

    make: Callable[..., Agent]
    """Makes the agent from its name as written, and its parameters by name."""
    summary: str
    parameters: tuple[Parameter, ...] = ()
    rules: str = "all"
    """The rule sets that the agent plays, in words."""


def parse_evaluation(spec: CallSpec) -> CompiledHeuristic | PythonHeuristic:
    """The heuristic that a call stands for; ``learned(MODEL)`` is a trained model.

    Raises:
        UnknownName: when there is no such heuristic, model or file.
        InvalidSetting: when a parameter is wrong, or the file is damaged or not a model.
    """
    if spec.name == LEARNED:
        return read_heuristic(read_parameters("heuristic", spec, (_MODEL,))["model"])
    return parse_heuristic(str(spec))


def _compiled(name: str, spec: CallSpec) -> CompiledHeuristic:
    heuristic = parse_evaluation(spec)
    if not isinstance(heuristic, CompiledHeuristic):
        raise InvalidSetting(f"{name}: eval must be a compiled heuristic; alphabeta takes any")
    return heuristic


def _human(name: str) -> Agent:
    del name
    raise InvalidSetting("'human' plays in `enraya play` only; name an agent here")


def _greedy(name: str, eval: CallSpec) -> Agent:  # noqa: A002  # the parameter's name
    return GreedyAgent(name, parse_evaluation(eval))


def _alphabeta(name: str, depth: int, eval: CallSpec, style: str) -> Agent:  # noqa: A002
    return FixedDepthAgent(name, depth, parse_evaluation(eval), STYLES[style])


def _minimax(name: str, depth: int, eval: CallSpec, style: str) -> Agent:  # noqa: A002
    manner = minimax_style(STYLES[style])
    return FixedDepthAgent(name, depth, parse_evaluation(eval), manner)


def _mcts(name: str, seed: int, c: float, eval: CallSpec | None, **options: Any) -> Agent:  # noqa: A002
    if options["seconds"] is None and options["iterations"] is None:
        options["seconds"] = PORTO_SECONDS if options["published"] else DEFAULT_SECONDS
    if options["published"]:
        options |= {"solver": False, "draw": 0.0, "full_draws": True}
    heuristic = None if eval is None else _compiled(name, eval)
    papers = {
        "solver": True, "published": False, "formula": "standard", "full_draws": False, "draw": 0.5,
    }  # fmt: skip
    if heuristic and eval and eval.name == LEARNED and papers.items() <= options.items():
        guided = {key: value for key, value in options.items() if key not in papers}
        return GuidedAgent(name, heuristic, exploration=c, **guided)
    return MctsAgent(name, seed=seed, exploration=c, heuristic=heuristic, **options)


def _genes(name: str, seed: int, g1: float, g2: float, g3: float, g4: float) -> Agent:
    return GenesAgent(name, (g1, g2, g3, g4), seed)


def _search(name: str, eval: CallSpec | None, **limits: Any) -> Agent:  # noqa: A002
    if eval is None and limits["depth"] is not None:  # with a depth, its moves stay the same
        eval = DEFAULT_EVAL  # noqa: A001
    return SearchAgent(name, None if eval is None else _compiled(name, eval), **limits)


def _learned(name: str, model: str, depth: int) -> Agent:
    return FixedDepthAgent(name, depth, read_heuristic(model), STYLES["plain"])


_MODEL = Parameter("model", text, REQUIRED, "a model file, or the name of a shipped model")
SEED = Parameter("seed", integer(0, 2**63 - 1), None, "same seed, same moves; random if not given")
_EVAL = Parameter(
    "eval", raw, DEFAULT_EVAL, "a heuristic, or learned(MODEL); see `enraya heuristics`"
)
_STYLE = Parameter("style", choice(*STYLES), "plain", "the search style of one of the papers")


def _gene(place: int, meaning: str) -> Parameter:
    return Parameter(f"g{place}", number(0, 1), REQUIRED, meaning)


AGENTS: dict[str, AgentEntry] = {
    "random": AgentEntry(RandomAgent, "plays every legal move with equal probability", (SEED,)),
    "human": AgentEntry(_human, "you, in the terminal; only in `enraya play`"),
    "greedy": AgentEntry(
        _greedy, "wins, else stops a loss, else moves to the best position", (_EVAL,)
    ),
    "minimax": AgentEntry(
        _minimax, "looks at every line to a fixed depth", (depth_of(4), _EVAL, _STYLE)
    ),
    "alphabeta": AgentEntry(
        _alphabeta, "the same moves with far fewer positions", (depth_of(6), _EVAL, _STYLE)
    ),
    "search": AgentEntry(
        _search,
        "the strong one: searches deeper and deeper, then asks the solver for exact answers",
        (
            Parameter("seconds", number(0, 1e6), None, "per move; 1 if there is no other limit"),
            Parameter("nodes", integer(1, MOST_NODES), None, "positions per move"),
            depth_of(None),
            Parameter(
                "eval", raw, None,
                "a heuristic, or learned(MODEL); by default learned(ntuple) on the classic 7x6 "
                "board, but threats with a given depth and in other games",
            ),
        ),
    ),
    "mcts": AgentEntry(
        _mcts,
        "prefers the moves that won random games (Monte-Carlo tree search)",
        (
            Parameter("seconds", number(0, 1e6), None, "per move; 1 if there is no other limit"),
            Parameter("iterations", integer(1, MOST_NODES), None, "random games per move"),
            Parameter("c", number(0, 1e6), sqrt(2), "how much rarely tried moves are preferred"),
            Parameter("pick", choice(*PICKS), "visits", "which move it plays in the end"),
            SEED,
            Parameter("solver", flag, True, "whether it proves wins and losses"),
            Parameter("reuse", flag, False, "keeps the tree from move to move"),
            Parameter(
                "published", flag, False,
                "plays as the Porto paper's program: wins credited with its sign error, draw=0, "
                "full_draws=true, solver=false, 2 seconds",
            ),
            Parameter(
                "eval", raw, None,
                "values the leaves, in place of random games; learned(MODEL) also guides the tree",
            ),
            Parameter("scale", number(1e-3, 1e9), 4.0, "the value that means a 75 % chance to win"),
            Parameter("draw", number(0, 1), 0.5, "what a draw is worth; 0 in the Porto paper"),
            Parameter(
                "formula", choice(*FORMULAS), "standard",
                "printed: the logarithm as the Porto paper prints it, ln(N/v) for ln(N)/v",
            ),
            Parameter("full_draws", flag, False, "a win that fills the board counts as a draw"),
        ),
    ),
    GENES: AgentEntry(
        _genes,
        "four numbers decide its taste (the genetic paper)",
        (
            _gene(1, "centre rather than edges"),
            _gene(2, "beside its own stones rather than with a gap"),
            _gene(3, "fuller rather than emptier columns"),
            _gene(4, "above rather than beside the opponent"),
            SEED,
        ),
    ),
    "script": AgentEntry(
        ScriptAgent,
        "plays the given columns in turn, then the leftmost open one",
        (Parameter("moves", text, REQUIRED, "columns, such as 13576"),),
    ),
    "perfect": AgentEntry(
        PerfectAgent,
        "the fastest win, a draw, or the slowest loss, by exact solving",
        (Parameter("ties", choice(*TIES), "centre", "which of equally good moves it plays"), SEED),
        rules="classic",
    ),
    LEARNED: AgentEntry(
        _learned,
        "looks some moves ahead and plays what a trained model prefers",
        (_MODEL, depth_of(1)),
        rules="those of the model",
    ),
    "level": AgentEntry(
        LevelAgent,
        "a ladder from a beginner to perfection: "
        + "; ".join(f"{level} {step.description}" for level, step in LEVELS.items()),
        (Parameter("level", integer(1, HIGHEST), REQUIRED, f"1 to {HIGHEST}"), SEED),
    ),
}  # fmt: skip
KNOWN = (*AGENTS, *NAMED_PLAYERS, f"{PREFIX}PATH", f"{PROGRAM}COMMAND")
"""What the text of an agent may begin with."""
FILE_SUMMARY = (
    "a Python file with heuristic(position), choose(position, limit), "
    "or a Kaggle agent(observation, configuration); or a program in "
    + ", ".join(language.name for language in LANGUAGES)
)
PROGRAM_SUMMARY = "a program in any language that reads the moves so far and prints a column"


def parse_agent(specification: str | AgentSpec, seed: int | None = None) -> Agent:
    """Makes the agent that a text stands for, such as ``alphabeta(depth=8, eval=qmatic)``.

    Args:
        specification: a name of `AGENTS` or of `NAMED_PLAYERS` with parameters, four bare genes,
            ``file:PATH`` or ``program:COMMAND``; or the `AgentSpec` of such a text.
        seed: for an agent that uses randomness and whose text has no seed; random if None.

    Raises:
        UnknownName: when there is no agent of that name.
        InvalidSetting: when a parameter is unknown or wrong, or a file holds no agent.
        InvalidNotation: when the text does not follow the grammar of `callspec`.

    >>> parse_agent("alphabeta(depth=8, eval=qmatic)").name
    'alphabeta(depth=8, eval=qmatic)'
    """
    spec = parse_spec(specification) if isinstance(specification, str) else specification
    if seed is None:
        seed = int(np.random.default_rng().integers(2**63))
    if spec.is_program or spec.path is not None:
        spec.check_files()
        if spec.path is None or spec.language is not None:
            return _program(spec, seed)
        return load_agent(spec.path, spec.written)
    entry, values = _read(spec)
    if SEED in entry.parameters and values[SEED.name] is None:
        values = values | {SEED.name: seed}
    return entry.make(spec.written, **values)


def _program(spec: AgentSpec, seed: int) -> Agent:
    """An agent that is a program or a source in another language, in a process of its own."""
    from enraya.agents.isolated.agent import make_isolated
    from enraya.agents.isolated.compiling import compile_agent  # these import this module

    compile_agent(spec, alone=False)  # its errors keep the lines of the compiler's messages
    return make_isolated(spec, seed)


@lru_cache(maxsize=1024)  # the arena makes the same agents for every game
def _read(spec: AgentSpec) -> tuple[AgentEntry, dict[str, Any]]:
    """The entry of the agent that a text stands for, and the values of its parameters."""
    entry = entry_of(spec)
    return entry, read_parameters("agent", spec.call, entry.parameters)


def entry_of(spec: AgentSpec) -> AgentEntry:
    """The entry of the agent that a text stands for.

    Raises:
        UnknownName: when no agent has that name.
    """
    if spec.call.name not in AGENTS:
        raise UnknownName("agent", spec.call.name, KNOWN)
    return AGENTS[spec.call.name]


def check_rules(agent: Agent, rules: RuleSet) -> None:
    """Refuses a rule set that the agent cannot play.

    Raises:
        InvalidSetting: with the reason.
    """
    for part in (agent, getattr(agent, "heuristic", None)):
        check: Callable[[RuleSet], None] | None = getattr(part, "check_rules", None)
        if check is not None:
            check(rules)
