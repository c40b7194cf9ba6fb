"""A program as an agent: one process per game, which is asked in lines of text."""

import os
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from time import perf_counter

from enraya.agents.isolated.lines import (
    Role,
    environment,
    is_greeting,
    json_question,
    plain_question,
    read_answer,
)
from enraya.agents.isolated.process import AgentProcess, ProcessAgent
from enraya.agents.players.agent import Choice
from enraya.agents.text.spec import find_executable
from enraya.errors import InvalidSetting
from enraya.game.notation import format_move, quote
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.conversation import Conversation
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit
from enraya.texts import Sentence


class ProgramAgent(ProcessAgent):
    """An agent that is a program in any language.

    A position that does not continue the game so far belongs to a new game, for which the program
    is started again.

    Args:
        argv: the program, as a path or a name to look up in ``PATH``, and its arguments.
        name: the text of the agent; by default the command.
        seed: passed to the program.
        role: which game and side it plays; by default those of the first position.
        allowance: how much it may use.
        readable: files and folders that it may read besides those of the system.
        variables: further environment variables.
        folder: its working directory; by default that of this process.
        sees_folder: whether ``readable`` includes the folders of its files.

    >>> with ProgramAgent(["sh", "-c", "while read moves; do echo 4; done"]) as agent:
    ...     agent.choose(Position.start(), Limit(seconds=5)).move
    4
    """

    def __init__(
        self,
        argv: Sequence[str],
        name: str = "",
        seed: int = 0,
        *,
        role: Role | None = None,
        allowance: Allowance = DEFAULT_ALLOWANCE,
        readable: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
        folder: str | None = None,
        sees_folder: bool = True,
    ) -> None:
        super().__init__(name or " ".join(argv), replace(allowance, processes=True))
        self.argv = list(argv)
        self.seed = seed
        self.role = role
        self.readable = list(readable)
        self.variables = dict(variables or {})
        self.folder = folder
        self.sees_folder = sees_folder
        self._open_process()

    def _open_process(self) -> None:
        self._process = AgentProcess(self.allowance)
        self._wants_json = False
        self._first_line = b""
        self._played: str | None = None
        self._finalizer = weakref.finalize(self, self._process.close)

    def _begin(self) -> None:
        process = self._process
        try:
            request = self._request()
        except InvalidSetting as error:
            process.failure = AgentFault(Termination.IMPORT, error.sentence)
            raise process.failure from None
        conversation = process.open(request, sees_folder=self.sees_folder)
        assert isinstance(conversation, Conversation)
        with process.talking(conversation):
            line = conversation.wait_until_ready(self.allowance.load_seconds)
        self._wants_json = is_greeting(line)
        self._first_line = b"" if self._wants_json else line

    def _request(self) -> dict[str, object]:
        executable = find_executable(self.argv[0])
        told = {} if self.role is None else environment(self.role, self.seed)
        return asdict(self.allowance) | {
            "program": {
                "executable": executable,
                "argv": [executable, *self.argv[1:]],  # there, a bare name has another PATH
                "environment": {**told, **self.variables},
                "speaks": True,
            },
            "folder": self.folder or os.getcwd(),  # noqa: PTH109  # as text, for the message
            "files": [executable, *map(os.path.abspath, self.readable)],
        }

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The program's choice; see `ProcessAgent.choose`."""
        self._get_ready(position, limit)
        process, conversation = self._process, self._process.conversation
        assert isinstance(conversation, Conversation)
        allowed = process.take_allowed(limit)
        self._check_early(conversation, position)
        with process.talking(conversation):
            started = perf_counter()
            line = self._ask(conversation, position, limit, allowed)
            seconds = perf_counter() - started
        process.spend(limit, seconds)
        try:
            move = read_answer(line, position)
        except AgentFault as fault:
            raise process.end(fault) from None
        self._played = position.moves + format_move(move)
        return Choice(move, seconds=seconds, line=format_move(move))

    def _get_ready(self, position: Position, limit: Limit) -> None:
        """Starts the program if it is not running, and again if the position is of another game."""
        if self._played is not None and not (
            position.moves.startswith(self._played)
            and self.role is not None
            and (position.rules, position.mover) == self.role[:2]
        ):
            self.close()
            self.role = None
            self._open_process()
        if self._process.conversation is None and (self.role is None or self.role.side is None):
            self.role = Role(position.rules, position.mover, limit)
        self.start()

    def _check_early(self, conversation: Conversation, position: Position) -> None:
        """Ends the program if it wrote anything before its question, except for a greeting."""
        early = self._first_line + conversation.early()
        if self._played is None and is_greeting(early):
            self._wants_json = True
            conversation.forget_early()
            self._first_line = b""
        elif early:
            text, moves = quote(early.decode(errors="backslashreplace")), repr(position.moves)
            fault = AgentFault(
                Termination.ILLEGAL_MOVE, Sentence("fault.early", text=text, moves=moves)
            )
            raise self._process.end(fault)

    def _ask(
        self, conversation: Conversation, position: Position, limit: Limit, allowed: float
    ) -> bytes:
        """The program's answer; if that is a late greeting, the question is repeated as JSON."""
        key = "fault.no_first_answer" if self._played is None else "fault.no_answer"
        late = Sentence(key, seconds=float(allowed), moves=repr(position.moves))
        started = perf_counter()
        reserve = None if limit.seconds is None else max(allowed - limit.seconds, 0.0)
        as_json = json_question(position, limit, reserve)
        question = as_json if self._wants_json else plain_question(position)
        line = conversation.ask_line(question, allowed, late)
        if self._wants_json or self._played is not None or not is_greeting(line):
            return line
        self._wants_json = True
        return conversation.ask_line(as_json, allowed - (perf_counter() - started), late)

    def close(self) -> None:
        """Ends the program; see `ProcessAgent.close`."""
        self._finalizer()
