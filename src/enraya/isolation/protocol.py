"""What an agent's process may say: one line of JSON for each question, and nothing else.

The line was written inside the agent's process, perhaps by the agent itself, so nothing in it is
trusted.
"""

import json
from typing import Any

from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.texts import Sentence, decode_text

LONGEST_ANSWER = 1 << 16
MAX_REQUEST = 1 << 16
STOP, GO_ON, READY = b"s", b"g", b"r"
"""What the game may order a watch to do: stop the agent between its moves, let it continue, and
tell when a program that was started is ready. The first two are done at once and confirmed."""
_FAULTS = {
    Termination.ILLEGAL_MOVE,
    Termination.NO_MOVE,
    Termination.EXCEPTION,
    Termination.CRASH,
    Termination.MEMORY,
    Termination.IMPORT,
}
"""The faults that an agent's own process may report; not that it was too slow or printed too much,
which only others can tell."""
_FORGED = AgentFault(Termination.CRASH, Sentence("fault.forged"))


def read_answer(line: bytes) -> dict[str, Any]:
    """The answer in a line that an agent's process wrote.

    Raises:
        AgentFault: when the line reports a fault, or is not what our own host writes.
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise _FORGED from None
    if not isinstance(answer, dict):
        raise _FORGED
    if "fault" not in answer:
        return answer
    kind, reason = answer["fault"], answer.get("reason")
    if kind not in list(_FAULTS) or not isinstance(reason, str):
        raise _FORGED
    raise AgentFault(Termination(kind), decode_text(reason))


def field(answer: dict[str, Any], name: str, kind: type) -> Any:
    """A field of an answer, which must exist and have exactly this type.

    Raises:
        AgentFault: when it does not.
    """
    value = answer.get(name)
    if type(value) is not kind:
        raise _FORGED
    return value
