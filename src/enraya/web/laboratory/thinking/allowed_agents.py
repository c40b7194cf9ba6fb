"""Agents that a client may name: listed ones that read no files, uploads, and learned models."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from enraya.agents import Agent, check_rules, parse_agent, prepare
from enraya.agents.isolated import IsolatedAgent
from enraya.agents.players.level import SEARCHES
from enraya.agents.registry import LEARNED
from enraya.agents.text.named_players import NAMED_PLAYERS
from enraya.agents.text.spec import PROGRAM, parse_spec
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting, UnknownName
from enraya.models import shipped_models
from enraya.rules import RuleSet
from enraya.texts import Sentence
from enraya.web.laboratory.stores.uploads import UPLOAD_ALLOWANCE, Uploads
from enraya.web.laboratory.thinking.compilation import MOVING

AGENT_NAMES = (
    "level",
    "perfect",
    "search",
    "mcts",
    "alphabeta",
    "minimax",
    "greedy",
    "genes",
    "learned",
    "script",
    "random",
)
"""The agents for clients, in the order in which the page offers them."""
OFFERS = {
    "perfect": "perfect",
    "search": "search(seconds=1)",
    "mcts": "mcts(seconds=1)",
    "alphabeta": "alphabeta(depth=8, eval=threats)",
    "minimax": "minimax(depth=4)",
    "greedy": "greedy",
    "genes": "genes(0.92, 0.59, 0.97, 0.47)",
    "learned": "learned(ntuple, depth=4)",
    "random": "random",
}
"""The agents that can be chosen without writing them out, by name."""
UPLOAD = "upload"
_FILE_PREFIX = "file:"
_QUICK = {"greedy", "genes", "script", "random"}


@dataclass(frozen=True, slots=True)
class AllowedAgents:
    """Who may play here."""

    uploads: Uploads
    find_model: Callable[[str], Path | None]
    """The file of a model that was learned here, by its name."""

    def check(self, text: str) -> CallSpec:
        """The call that a client's text stands for, if a client may ask for it.

        The names are on a list, so a new agent that opens files is not for clients until
        someone adds it on purpose.

        Raises:
            EnrayaError: when it is not an agent for clients; the message says why.
        """
        spec = parse_spec(text).call
        for part in spec.parts():
            if self._reads_a_file(part):
                raise InvalidSetting(Sentence("problem.reads_a_file", text=repr(str(part))))
            if part.name.lower().startswith(PROGRAM):
                raise InvalidSetting(Sentence("problem.runs_a_program", text=repr(str(part))))
        if spec.name == UPLOAD:
            self.uploads.check_allowed()
        elif spec.name not in AGENT_NAMES:
            raise UnknownName("agent", spec.name, [*AGENT_NAMES, *NAMED_PLAYERS, UPLOAD])
        return spec

    def uploads_in(self, texts: Iterable[str]) -> set[str]:
        """The names of the uploads among agents that clients ask for.

        Raises:
            EnrayaError: when one is not an agent for clients.
        """
        specs = [self.check(text) for text in texts]
        return {str(value) for spec in specs if spec.name == UPLOAD for value in spec.args}

    def specification(self, text: str) -> str:
        """The same agent as the arena writes it, with uploads and learned models as their files.

        Raises:
            EnrayaError: when it is not an agent for clients.
        """
        spec = self.check(text)
        if spec.name != UPLOAD:
            found = self._with_models(spec)
            return parse_spec(text).written if found == spec else str(found)
        if len(spec.args) != 1 or spec.options:
            raise InvalidSetting(Sentence("problem.upload_name", text=repr(text)))
        return f"{_FILE_PREFIX}{self.uploads.path(str(spec.args[0]))}"

    def _reads_a_file(self, part: CallSpec) -> bool:
        """Whether it names a file; models are known by name only, ours and those learned here."""
        if part.name == LEARNED:
            named = [value for key, value in part.options if key == "model"]
            names = {str(value) for value in (*part.args[:1], *named)} - set(shipped_models())
            return not all(map(self.find_model, names))
        return part.name.lower().startswith(_FILE_PREFIX)

    def _with_models(self, spec: CallSpec) -> CallSpec:
        """The specification with the names of models learned here replaced by their files."""
        if spec.name == LEARNED:
            return spec.with_parts(self._model)
        return spec.with_parts(self._with_models)

    def _model(self, part: CallSpec) -> CallSpec:
        path = self.find_model(str(part))
        return part if path is None else CallSpec(str(path))

    def check_plays(self, text: str, rules: RuleSet) -> None:
        """Refuses an agent that is not for clients or does not play these rules.

        Raises:
            EnrayaError: with the reason.
        """
        specification = self.specification(text)
        if not specification.startswith(_FILE_PREFIX):
            check_rules(parse_agent(specification, 0), rules)

    def make(self, text: str, seed: int, rules: RuleSet) -> Agent:
        """The agent that a client asks for, prepared; an upload runs in a process of its own.

        Raises:
            AgentFault: when it is an upload that does not even start.
            EnrayaError: when it is not an agent for clients, or does not play these rules.
        """
        specification = self.specification(text)
        if specification.startswith(_FILE_PREFIX):
            upload = IsolatedAgent(
                parse_spec(specification), seed, rules=rules, allowance=UPLOAD_ALLOWANCE, alone=True
            )
            upload.start()
            return upload
        agent = parse_agent(specification, seed)
        check_rules(agent, rules)
        prepare(agent, rules)
        return agent


def queue_for(spec: CallSpec) -> Literal["quick", "slow", "visiting"]:
    """The queue of the laboratory in which an agent that takes long delays no other."""
    if is_quick(spec):
        return "quick"
    return "visiting" if spec.name == UPLOAD else "slow"


def step_for(spec: CallSpec) -> str | None:
    """The step of the compilation after which an agent can move; None when it needs them all."""
    return None if spec.name in (UPLOAD, LEARNED) else MOVING


def is_quick(spec: CallSpec) -> bool:
    """Whether the agent answers in a moment in every position."""
    if spec.name != "level":
        return spec.name in _QUICK
    levels = [*spec.args, *(value for key, value in spec.options if key == "level")]
    return all(level.name.isdecimal() and int(level.name) < SEARCHES for level in levels)
