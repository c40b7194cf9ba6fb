"""Agents that run other people's code, each made for one game and in a process of its own."""

import math
import os
from dataclasses import asdict, replace
from time import perf_counter
from typing import Any

from enraya.agents.isolated.compiling import BadSource, compile_agent
from enraya.agents.isolated.lines import Role
from enraya.agents.isolated.process import CLOSED, ProcessAgent
from enraya.agents.isolated.program import ProgramAgent
from enraya.agents.players.agent import Choice
from enraya.agents.text.spec import AgentSpec
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.faults import AgentFault, printed_lines
from enraya.isolation.protocol import field
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence

_LARGEST_COUNT = (1 << 63) - 1
"""The largest count that a store can hold."""
_START_SECONDS = 30.0
"""How long a compiled agent's program may take to start, which is never on the clock."""
_LONGEST_MOVE = 2
"""How many characters per move a line may have: twice as many as enraya itself writes."""


class IsolatedAgent(ProcessAgent):
    """An agent in Python in a process of its own, where it cannot harm the game.

    It is made for one game only, so that nothing is carried over to the next.

    Args:
        spec: what the agent's text says.
        seed: for its random choices.
        rules: the rules of the game; by default those of the first position.
        allowance: how much it may use.
        alone: whether it sees only its own files, not the folders that they are in.

    >>> from enraya.agents.text.spec import parse_spec
    >>> with IsolatedAgent(parse_spec("random"), seed=7) as agent:
    ...     agent.choose(Position.start(), Limit(seconds=5)).move in range(1, 8)
    True
    """

    def __init__(
        self,
        spec: AgentSpec,
        seed: int = 0,
        *,
        rules: RuleSet | None = None,
        allowance: Allowance = DEFAULT_ALLOWANCE,
        alone: bool = False,
    ) -> None:
        super().__init__(spec.text, allowance)
        self.spec = spec
        self.seed = seed
        self.rules = rules
        self.alone = alone

    def _begin(self) -> None:
        """Starts the process, loads the agent and prepares it for the rules."""
        request = {
            "spec": self.spec.text,
            "seed": self.seed,
            "rules": None if self.rules is None else self.rules.spec,
            "folder": os.getcwd(),  # noqa: PTH109  # a string, as the message needs it
            "files": self.spec.visible_files(alone=self.alone),
            **asdict(self.allowance),
        }
        sees_folder = self.spec.sees_folders(alone=self.alone)
        conversation = self._process.open(request, sees_folder=sees_folder)
        with self._process.talking(conversation):
            seconds = self.allowance.load_seconds
            conversation.receive(seconds, Sentence("fault.loading", seconds=seconds))

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The agent's choice; see `ProcessAgent.choose`."""
        self.rules = self.rules or position.rules
        self.start()
        process, conversation = self._process, self._process.conversation
        assert conversation is not None
        allowed = process.take_allowed(limit)
        question = {
            "moves": position.moves,
            "rules": position.rules.spec,
            "limit": [limit.seconds, limit.nodes, limit.depth],
            "clock": allowed,
        }
        late = Sentence("fault.no_answer", seconds=float(allowed), moves=repr(position.moves))
        with process.talking(conversation):
            started = perf_counter()
            answer = conversation.ask(question, allowed, late)
            seconds = perf_counter() - started
        process.spend(limit, seconds)
        try:
            return read_choice(answer, position, seconds)
        except AgentFault as fault:
            process.end(fault)
            raise

    def finish(self) -> str:
        """Ends the agent between two of its moves; returns the last lines that it printed."""
        self._process.end(CLOSED)
        conversation = self._process.conversation
        return printed_lines(conversation.account) if conversation else ""


def make_isolated(
    spec: AgentSpec,
    seed: int = 0,
    role: Role | None = None,
    *,
    allowance: Allowance = DEFAULT_ALLOWANCE,
    alone: bool = False,
) -> IsolatedAgent | ProgramAgent:
    """An agent in a process of its own, not yet started.

    Args:
        spec: a program, a file in any language, or an agent that uses such a file.
        seed: for its random choices.
        role: which game and side it plays, if that is known already.
        allowance: how much it may use.
        alone: whether it sees only its own files, not the folders that they are in.

    Raises:
        AgentFault: when the agent's source does not compile.
        EnrayaError: when there is no such agent or program, or no compiler for the source.
    """
    if spec.is_program:
        return ProgramAgent(
            spec.argv, spec.text, seed, role=role, allowance=allowance,
            readable=spec.visible_files(alone=alone), sees_folder=spec.sees_folders(alone=alone),
        )  # fmt: skip
    try:
        compiled = compile_agent(spec, alone=alone)
    except BadSource as error:
        raise AgentFault(Termination.IMPORT, _in_one_line(error.sentence)) from None
    if compiled is None:
        rules = None if role is None else role.rules
        return IsolatedAgent(spec, seed, rules=rules, allowance=allowance, alone=alone)
    source = compiled.source
    return ProgramAgent(
        compiled.command(allowance.memory_mb), spec.text, seed, role=role,
        allowance=replace(allowance, load_seconds=_START_SECONDS),
        readable=[*spec.visible_files(alone=alone), *compiled.readable],
        variables=dict(source.language.environment), folder=str(source.file.parent),
        sees_folder=spec.sees_folders(alone=alone),
    )  # fmt: skip


def _in_one_line(text: str) -> str:
    """A text that ends with a compiler's messages, all in one line."""
    if isinstance(text, Sentence):
        return text.with_words(_in_one_line)
    what, *lines = text.split("\n")
    return f"{what} {' / '.join(lines)}".rstrip() if lines else text


def read_choice(answer: dict[str, Any], position: Position, seconds: float) -> Choice:
    """The choice in an answer, which is checked because the agent may have forged it.

    Args:
        answer: what `enraya.isolation.protocol.read_answer` returned.
        position: the position in which the agent was asked to move.
        seconds: how long the answer took, measured from outside.

    Raises:
        AgentFault: when the move is not legal, a value has the wrong type, a count is out of range,
            or the line is too long or not printable.
    """
    choice = field(answer, "choice", dict)
    move = choice.get("move")
    if type(move) not in (int, str) or move not in position.legal_moves:
        answered = Sentence("fault.answered", move=repr(move), moves=repr(position.moves))
        raise AgentFault(Termination.ILLEGAL_MOVE, answered)
    line = field(choice, "line", str)
    if len(line) > _LONGEST_MOVE * 2 * position.rules.cells or not line.isprintable():
        raise AgentFault(Termination.EXCEPTION, Sentence("fault.line"))
    return Choice(
        move=move,
        score=_number(choice, "score"),
        nodes=_count(choice, "nodes"),
        depth=_count(choice, "depth"),
        seconds=seconds,
        line=line,
        leaves=_count(choice, "leaves"),
        stopped=bool(choice.get("stopped")),
    )


def _count(choice: dict[str, Any], name: str) -> int | None:
    if choice.get(name) is None:
        return None
    value: int = field(choice, name, int)
    if not 0 <= value <= _LARGEST_COUNT:
        wrong = Sentence("fault.count", name=name, most=f"{_LARGEST_COUNT:,}")
        raise AgentFault(Termination.EXCEPTION, wrong)
    return value


def _number(choice: dict[str, Any], name: str) -> float | None:
    if choice.get(name) is None:
        return None
    value: float = field(choice, name, float)
    return value if math.isfinite(value) else None
