"""Games of a scripted human against an agent, to measure the nodes and time of its replies."""

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
"""The scripted player, who moves first."""
DEFAULT_SEED = 1
SPARE_SECONDS = 0.5
"""By default a game is repeated until the agent's replies have taken this long in all."""
MOST_REPEATS = 100
"""How often a game is played at most by default."""


class Reply(NamedTuple):
    """A move of the agent, and what it cost."""

    move: Move
    nodes: int | None
    """The number of positions the agent looked at, as it reports; None if it does not."""
    seconds: float
    """The time of the search, without loading and compiling."""


@dataclass(frozen=True, slots=True)
class ScriptedGame:
    """A game of a script against an agent, until it was over or the script could not go on."""

    agent: str
    end: Position
    replies: tuple[Reply, ...]
    unplayed: str = ""
    """The rest of the script, if the game was over or a column full before its end."""


def ready_agent(spec: str, rules: RuleSet, seed: int) -> Agent:
    """A new agent that has already loaded and compiled all that its moves need."""
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
        agent: the text that stands for the agent, which is made anew for every game.
        script: the human's moves, such as ``11111``.
        rules: the rules of the game.
        seed: the seed of an agent whose text has none.
        repeats: how often the game is played; by default until the replies have taken
            `SPARE_SECONDS`, at most `MOST_REPEATS` times. The time of a reply is the least in all
            games with the same moves as the first, so that other work of the machine hardly
            affects it.
        make: makes the agent of each game.
        clock: returns the time in seconds, for agents that do not report that of a move.

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
