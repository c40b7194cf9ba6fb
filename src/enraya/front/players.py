"""Players for games from Python: agents as text, Python functions and objects, and people."""

import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any

from enraya.agents import Agent, Choice, Limit, parse_agent, prepare
from enraya.agents.players.file_agent import DEPTH, ChooserAgent
from enraya.agents.players.fixed_depth import STYLES, FixedDepthAgent
from enraya.agents.text.spec import agent_text
from enraya.errors import EnrayaError, IllegalMove, InvalidSetting
from enraya.front.inputs import position_of
from enraya.game.notation import COLUMN_NAMES, Move, meant_move
from enraya.game.position import Position
from enraya.game.text_drawing import disc_name
from enraya.heuristics import PythonHeuristic
from enraya.rules import RuleSet
from enraya.texts import LANGUAGES, preferred_language, texts_in

HUMAN = "human"
"""The text that stands for a person, who types moves at the keyboard or in a notebook."""
_NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class ReadyPlayer:
    """An agent that is ready: ask it for a move, or let it play."""

    agent: Agent
    text: str = ""
    """The text from which every game makes an agent of its own; empty if games share `agent`."""

    @property
    def name(self) -> str:
        """The agent's name in tables."""
        return self.agent.name

    def prepare(self, rules: RuleSet) -> None:
        """Loads and compiles what the agent's moves need."""
        prepare(self.agent, rules)

    def choose(self, position: Position | str, limit: Limit = _NO_LIMIT) -> Choice:
        """The agent's move in a position, with what the agent says about it."""
        return self.agent.choose(position_of(position), limit)

    def __call__(self, position: Position | str) -> Move:
        """The agent's move in a position: a column, or ``"B"``."""
        return self.choose(position).move

    def __repr__(self) -> str:
        return f"agent({self.name!r})"


def agent(
    player: object = None,
    *,
    heuristic: Callable[[Position], float] | None = None,
    depth: int = DEPTH,
    name: str = "",
    seed: int | None = None,
) -> ReadyPlayer:
    """An agent made from a text, or from your own function or object.

    Args:
        player: a text such as ``level(5)`` or ``mine.py``; a function of a position (and a
            `Limit`, if it takes a ``limit``) that returns a column; or an object with such a
            method ``choose``.
        heuristic: instead of a player, a function that says how good a position is for the
            player to move; the agent looks ahead with it.
        depth: how many moves the agent looks ahead with the heuristic.
        name: the name of a function or an object in tables; by default its name in Python.
        seed: for a text that uses randomness and names no seed.

    >>> import enraya
    >>> level5 = enraya.agent("level(5)")
    >>> level5("445522")
    3
    >>> def mine(position):
    ...     return position.legal_moves[0]
    >>> enraya.agent(mine)
    agent('mine')
    >>> enraya.agent(mine).choose("1111").move
    1

    Raises:
        EnrayaError: when there is no such agent, or a function takes other arguments.
    """
    if (player is None) == (heuristic is None):
        raise InvalidSetting("give an agent or a heuristic: agent('level(5)'), agent(heuristic=f)")
    if heuristic is not None:
        if not callable(heuristic):
            raise InvalidSetting(f"the heuristic {heuristic!r} is no function of a position")
        called = name or _name_of(heuristic)
        return ReadyPlayer(_looking_ahead(called, heuristic, depth))
    return player_of(player, name, seed)


def player_of(who: Any, name: str = "", seed: int | None = None) -> ReadyPlayer:
    """The player made from a text, a function or an object; a player is returned unchanged.

    Raises:
        EnrayaError: when no player can be made from ``who``.
    """
    if isinstance(who, ReadyPlayer):
        return who
    if isinstance(who, str):
        if who.strip() == HUMAN:
            return ReadyPlayer(ChooserAgent(HUMAN, ask_human))
        text = agent_text(who)
        return ReadyPlayer(parse_agent(text, seed), text if seed is None else "")
    if inspect.isclass(who):
        raise InvalidSetting(f"{who.__name__} is a class; give an object of it: {who.__name__}()")
    called = name or _name_of(who)
    method = getattr(who, "choose", None)
    if callable(method):
        chooser = ChooserAgent(called, _chooser(method, called), getattr(who, "prepare", None))
        return ReadyPlayer(chooser)
    if not callable(who):
        raise InvalidSetting(
            f"{who!r} is no agent; give a text such as 'level(3)', a function of a position that "
            "returns a column, or an object with such a method choose"
        )
    if called == "heuristic":  # as in a file
        return ReadyPlayer(_looking_ahead(called, who, DEPTH))
    return ReadyPlayer(ChooserAgent(called, _chooser(who, called)))


def _looking_ahead(name: str, heuristic: Callable[[Position], float], depth: int) -> Agent:
    return FixedDepthAgent(name, depth, PythonHeuristic(name, heuristic), STYLES["plain"])


def _name_of(who: Any) -> str:
    own = getattr(who, "name", None)
    if isinstance(own, str) and own:
        return own
    named = getattr(who, "__name__", None) or type(who).__name__
    return "lambda" if named == "<lambda>" else str(named)


def _chooser(function: Callable[..., Any], name: str) -> Callable[[Position, Limit], Any]:
    """The function as the arena calls it, with a limit; answers such as ``'4'`` become moves."""
    ask = _asked(function, name)

    @wraps(function)  # so that a failure names the line in the function itself
    def choose(position: Position, limit: Limit) -> Any:
        answer = ask(position, limit)
        if isinstance(answer, str):  # as a person types it
            with suppress(IllegalMove):
                return meant_move(answer.strip(), position.rules.columns)
        return answer

    return choose


def _asked(function: Callable[..., Any], name: str) -> Callable[[Position, Limit], Any]:
    """A function of a position and a limit, which passes the limit on if ``function`` takes it.

    It does if it has a parameter called ``limit`` or needs a second argument.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some built-in functions have no signature
        return lambda position, limit: function(position)  # noqa: ARG005  # it does not care
    position = limit = object()
    if "limit" in signature.parameters:
        if _fits(signature, position, limit=limit):
            return lambda position, limit: function(position, limit=limit)
    elif _fits(signature, position):
        return lambda position, limit: function(position)  # noqa: ARG005  # it does not care
    elif _fits(signature, position, limit):
        return function
    raise InvalidSetting(
        f"agent {name!r} takes {signature}; an agent's function takes position, "
        "or position and limit"
    )


def _fits(signature: inspect.Signature, *values: object, **named: object) -> bool:
    try:
        signature.bind(*values, **named)
    except TypeError:
        return False
    return True


def ask_human(position: Position, limit: Limit) -> Move:  # noqa: ARG001  # people take their time
    """The legal move that a person types after seeing the board."""
    language = preferred_language(os.environ)
    t = texts_in(language if language in LANGUAGES else "en")
    names = COLUMN_NAMES[: position.rules.columns]
    choices = [f"{names[0]}-{names[-1]}", *([t("terminal.boom")] if position.can_explode else [])]
    question = t("terminal.prompt", disc=disc_name(position.mover), choices=", ".join(choices))
    print(position)
    while True:
        try:
            move = meant_move(input(question).strip(), position.rules.columns)
            position.play(move)
        except EnrayaError as error:
            print(t("terminal.try_again", why=t.say(error.sentence)))
        else:
            return move
