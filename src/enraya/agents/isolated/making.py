"""Other people's agents by their texts: each is made for one game, in processes of its own."""

from dataclasses import replace

from enraya.agents.isolated.agent import IsolatedAgent
from enraya.agents.isolated.compiling import BadSource, compile_agent
from enraya.agents.isolated.program import ProgramAgent
from enraya.agents.text.spec import AgentSpec
from enraya.game.record import Termination
from enraya.isolation.allowance import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence


def make_isolated(
    spec: AgentSpec,
    seed: int = 0,
    *,
    rules: RuleSet | None = None,
    side: int | None = None,
    limit: Limit | None = None,
    reserve: float | None = None,
    allowance: Allowance = DEFAULT_ALLOWANCE,
    alone: bool = False,
) -> IsolatedAgent | ProgramAgent:
    """An agent in its own processes, not yet started.

    Args:
        spec: a program, a file in any language, or an agent with such a part.
        seed: for its random choices.
        rules: what it will be asked to play.
        side: the player it is, 1 or 2.
        limit: of each of its moves.
        reserve: seconds by which its moves may exceed their limits, all together.
        allowance: how much it may use.
        alone: whether it sees only its own files, not the folders that they are in.

    Raises:
        AgentFault: when it is a source that does not compile.
        EnrayaError: when there is no such agent or program, or no compiler for it.
    """
    if spec.is_program:
        return ProgramAgent(
            spec.argv, spec.text, seed,
            rules=rules, side=side, limit=limit, reserve=reserve, allowance=allowance,
            readable=spec.visible_files(alone=alone), sees_folder=spec.sees_folders(alone=alone),
        )  # fmt: skip
    try:
        compiled = compile_agent(spec, alone=alone)
    except BadSource as error:
        raise AgentFault(Termination.IMPORT, _in_one_line(error.sentence)) from None
    if compiled is None:
        return IsolatedAgent(spec, seed, rules=rules, allowance=allowance, alone=alone)
    language = compiled.language
    return ProgramAgent(
        compiled.command(allowance.memory_mb), spec.text, seed,
        rules=rules, side=side, limit=limit, reserve=reserve,
        allowance=replace(allowance, load_seconds=language.start_seconds),
        readable=[*spec.visible_files(alone=alone), *compiled.readable],
        variables=dict(language.environment), folder=str(compiled.file.parent),
        sees_folder=spec.sees_folders(alone=alone),
    )  # fmt: skip


def _in_one_line(text: str) -> str:
    """A text with the messages of a compiler, their lines one after another."""
    if isinstance(text, Sentence):
        return text.with_words(_in_one_line)
    what, *lines = text.split("\n")
    return f"{what} {' / '.join(lines)}".rstrip() if lines else text
