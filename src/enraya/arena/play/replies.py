"""A scripted human against an agent: what each of the agent's replies cost."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

from enraya.agents import Agent, Limit, check_rules, parse_agent, prepare
from enraya.errors import InvalidSetting
from enraya.game.notation import Move, parse_move
from enraya.game.position import Position
from enraya.rules import RuleSet

HUMAN = 1
"""The scripted player begins."""
DEFAULT_SEED = 1
SPARE_SECONDS = 0.5
MOST_REPEATS = 100
"""A game is repeated for its times until either is reached."""


class Reply(NamedTuple):
    """One move of the agent."""

    move: Move
    nodes: int | None
    """Positions it looked at, as it counts them; None when it does not."""
    seconds: float
    """The search alone; nothing is loaded or compiled in it."""


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """The game of a script against an agent, as far as it went."""

    agent: str
    end: Position
    replies: tuple[Reply, ...]
    unplayed: str = ""
    """What is left of the script, when the game is over or a column is full."""


def ready_agent(spec: str, rules: RuleSet, seed: int) -> Agent:
    """A fresh agent that has nothing left to load or compile when it is asked to choose."""
    agent = parse_agent(spec, seed)
    check_rules(agent, rules)
    prepare(agent, rules)
    return agent


def play_script(
    agent: str,
    script: str,
    rules: RuleSet,
    *,
    seed: int = DEFAULT_SEED,
    repeats: int | None = None,
    make: Callable[[str, RuleSet, int], Agent] = ready_agent,
    clock: Callable[[], float] = perf_counter,
) -> ScriptedGame:
    """The game in which a human plays the moves of the script and the agent replies.

    Args:
        agent: how the agent is written down; it is made anew for every game.
        script: the human's moves, such as ``11111``.
        rules: of the game.
        seed: of an agent that has none.
        repeats: how often the game is played; by default until its replies took half a second.
            The time of a reply is the least of all games that went like the first, so that
            little of what else the machine does is in it.
        make: makes the agent of each game.
        clock: tells the time in seconds.

    >>> from enraya.rules import parse_rules
    >>> agent = "minimax(depth=4, eval=rivest, style=porto)"
    >>> game = play_script(agent, "11111", parse_rules("classic"))
    >>> game.end.moves, [reply.nodes for reply in game.replies]
    ('1411151312', [2801, 2801, 2775, 2294, 799])

    Raises:
        EnrayaError: when the script or the agent does not fit the rules.
    """
    if not script:
        raise InvalidSetting("the script of the human has no moves; write them such as 11111")
    for character in script:
        parse_move(character, rules.columns)
    games: list[ScriptedGame] = []
    spent = 0.0
    while len(games) < (repeats or MOST_REPEATS):
        games.append(_play(make(agent, rules, seed), agent, script, rules, clock))
        spent += sum(reply.seconds for reply in games[-1].replies)
        if repeats is None and spent > SPARE_SECONDS:
            break
    first = games[0]
    alike = [game for game in games if game.end.moves == first.end.moves]
    fastest = tuple(
        same[0]._replace(seconds=min(reply.seconds for reply in same))
        for same in zip(*(game.replies for game in alike), strict=True)
    )
    return replace(first, replies=fastest)


def _play(
    agent: Agent, spec: str, script: str, rules: RuleSet, clock: Callable[[], float]
) -> ScriptedGame:
    position = Position.start(rules)
    replies: list[Reply] = []
    while not position.is_over:
        if position.mover == HUMAN:
            move = parse_move(script[0], rules.columns) if script else None
            if move not in position.legal_moves:
                break
            position, script = position.play(move), script[1:]
            continue
        started = clock()
        choice = agent.choose(position, Limit())
        seconds = clock() - started
        spent = seconds if choice.seconds is None else choice.seconds
        replies.append(Reply(choice.move, choice.nodes, spent))
        position = position.play(choice.move)
    return ScriptedGame(spec, position, tuple(replies), script)
