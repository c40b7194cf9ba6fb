"""Running a tool, such as a compiler, to its end in the sandbox of agents."""

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
    """What became of a tool."""

    exit_code: int
    """Negative when a signal ended it, as for processes in general."""
    output: str
    """What it wrote on both of its streams."""
    fault: str = ""
    """Why it did not end by itself; empty when it did."""


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
        argv: the program, by its path or to be found in ``PATH``, and its arguments; no shell
            reads them.
        folder: the working directory.
        readable: files and folders that it may read, besides those of the system.
        writable: the one folder in which it may write, empty at first; whatever regular files it
            leaves there can be run as programs, and links and the like are left out.
        allowance: how much it and everything it started may use; of more output, the rest is lost.

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
