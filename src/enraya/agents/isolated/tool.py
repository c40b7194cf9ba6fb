"""Runs a tool, such as a compiler, in the agents' sandbox until it ends."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from enraya.agents.isolated.process import LAUNCHER
from enraya.agents.text.spec import find_executable
from enraya.isolation import Allowance
from enraya.isolation.conversation import Conversation
from enraya.isolation.faults import AgentFault
from enraya.stopping import stopped_by
from enraya.texts import Sentence


class ToolResult(NamedTuple):
    """How a tool ended, and what it printed."""

    exit_code: int
    """The exit code; minus the signal's number if a signal ended the tool."""
    output: str
    """What the tool wrote to standard output and standard error."""
    fault: str = ""
    """Why the tool did not start or had to be ended; empty if it ended by itself."""


def run_tool(
    argv: Sequence[str],
    *,
    folder: str,
    readable: Sequence[str],
    writable: str,
    allowance: Allowance,
) -> ToolResult:
    """Runs a command in the sandbox until it and everything it started has ended.

    Args:
        argv: the program, as a path or a name to look up in ``PATH``, and its arguments; no shell
            is involved.
        folder: the working directory.
        readable: files and folders that it may read besides those of the system.
        writable: the only folder in which it may write, empty at first; regular files that it
            leaves there can be run as programs; links and the like may be left out.
        allowance: how much it and everything it started may use; too much output ends it.

    Raises:
        InvalidSetting: when there is no such program.
        EnrayaError: when no process can be started, which is not the tool's fault.
    """
    executable = find_executable(argv[0])
    request = asdict(allowance) | {
        "program": {
            "executable": executable,
            "argv": list(argv),
            "environment": {},
            "speaks": False,
        },
        "folder": folder,
        "files": [executable, *map(os.path.abspath, readable)],
        "writable": [os.path.realpath(writable)],
        "kept_bytes": allowance.output_bytes,
    }
    conversation = Conversation(LAUNCHER.launch(request), allowance)
    with stopped_by(conversation.cancel):
        late = Sentence("fault.tool_late", seconds=f"{allowance.seconds:g}")
        failure = conversation.wait_for_end(allowance.seconds, late)
    if not isinstance(failure, AgentFault):
        raise failure
    account = conversation.account
    fault = "" if account.get("cause") == "end" else failure.reason
    return ToolResult(account.get("status", 1), account.get("tail", ""), fault)
