"""The one place where the text of an agent is read: which call of a listed agent it stands for."""

from typing import NamedTuple

from enraya.agents.named_players import NAMED_PLAYERS
from enraya.callspec import CallSpec, parse_callspec, text_behind
from enraya.errors import InvalidSetting
from enraya.heuristics.userfile import PREFIX
from enraya.texts import Sentence

PROGRAM = "program:"
"""Begins the text of an agent that is a program; its command follows."""
GENES = "genes"
EXAMPLE_GENES = "0.923072380453,0.594874591925,0.977029031199,0.471895098323"
"""An agent as the paper from Costa Rica writes it."""


class AgentText(NamedTuple):
    """What an agent's text says."""

    written: str
    """The text in its own form, which is the agent's name."""
    call: CallSpec
    """The call of an agent of the registry that it stands for; of any other name if unknown."""


def parse_agent_text(text: str) -> AgentText:
    """What a text says: a call, a paper's player, four bare genes, a file or a program.

    A file or a program is a call by one name, such as ``file:mine.py``, without quotes.

    Raises:
        InvalidNotation: when the text does not follow the grammar of `callspec`.
        InvalidSetting: when a parameter of a named player or a gene is wrong.

    >>> parse_agent_text("Madrid-1").call.name
    'minimax'
    >>> str(parse_agent_text("0.9,0.5,1,0").call)
    'genes(0.9, 0.5, 1, 0)'
    """
    stripped = text.strip()
    if _is_genes(stripped):
        return AgentText(stripped, _genes(stripped))
    for prefix in (PREFIX, PROGRAM):
        rest = text_behind(prefix, stripped)
        if rest is not None:
            name = CallSpec(f"{prefix}{rest}")
            return AgentText(stripped if stripped == name.name else str(name), name)
    call = parse_callspec(stripped)
    if call.name in NAMED_PLAYERS:
        return AgentText(str(call), parse_callspec(NAMED_PLAYERS[call.name].expand(call)))
    return AgentText(str(call), call)


def _is_genes(text: str) -> bool:
    """Whether it is a list that begins with a number; a call has its commas in brackets."""
    first, comma, _ = text.partition(",")
    return bool(comma) and _number(first) is not None


def _genes(text: str) -> CallSpec:
    parts = [part.strip() for part in text.split(",")]
    written = repr(text)
    for part in parts:
        value = _number(part)
        if value is None or not 0 <= value <= 1:
            raise InvalidSetting(
                Sentence("problem.bare_gene", text=written, part=repr(part), example=EXAMPLE_GENES)
            )
    count = len(parts)
    if count != EXAMPLE_GENES.count(",") + 1:
        raise InvalidSetting(
            Sentence("problem.bare_genes", text=written, count=count, example=EXAMPLE_GENES)
        )
    return CallSpec(GENES, tuple(map(CallSpec, parts)))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
