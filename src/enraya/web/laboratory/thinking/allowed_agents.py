"""The agents that clients may use: listed ones that read no files, uploads, learned models."""

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
"""The agents that clients may use, in the order in which the page offers them."""
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
"""Ready-made agents that the page offers, by name."""
UPLOAD = "upload"
_FILE_PREFIX = "file:"
_QUICK = {"greedy", "genes", "script", "random"}


@dataclass(frozen=True, slots=True)
class AllowedAgents:
    """Decides which agents clients may use, and makes them."""

    uploads: Uploads
    find_model: Callable[[str], Path | None]
    """The file of a model that was learned here, by its name; None if there is none."""

    def check(self, text: str) -> CallSpec:
        """Parses the text of an agent, and refuses agents that clients may not use.

        Only listed names are allowed: a new agent that opens files stays forbidden until somebody
        lists it.

        Raises:
            EnrayaError: when clients may not use it; the message says why.
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
        """The ids of the uploads among agents that a client names.

        Raises:
            EnrayaError: when clients may not use one of them.
        """
        specs = [self.check(text) for text in texts]
        return {str(value) for spec in specs if spec.name == UPLOAD for value in spec.args}

    def specification(self, text: str) -> str:
        """The agent's text for the arena, with the paths of uploads and learned models.

        Raises:
            EnrayaError: when clients may not use it.
        """
        spec = self.check(text)
        if spec.name != UPLOAD:
            found = self._with_models(spec)
            return parse_spec(text).written if found == spec else str(found)
        if len(spec.args) != 1 or spec.options:
            raise InvalidSetting(Sentence("problem.upload_name", text=repr(text)))
        return f"{_FILE_PREFIX}{self.uploads.path(str(spec.args[0]))}"

    def _reads_a_file(self, part: CallSpec) -> bool:
        """Whether a part names a file; models may be named if shipped or learned here."""
        if part.name == LEARNED:
            named = [value for key, value in part.options if key == "model"]
            names = {str(value) for value in (*part.args[:1], *named)} - set(shipped_models())
            return not all(map(self.find_model, names))
        return part.name.lower().startswith(_FILE_PREFIX)

    def _with_models(self, spec: CallSpec) -> CallSpec:
        """The specification with each model learned here replaced by the path of its file."""
        if spec.name == LEARNED:
            return spec.with_parts(self._model)
        return spec.with_parts(self._with_models)

    def _model(self, part: CallSpec) -> CallSpec:
        path = self.find_model(str(part))
        return part if path is None else CallSpec(str(path))

    def check_plays(self, text: str, rules: RuleSet) -> None:
        """Refuses an agent that clients may not use, or that does not play these rules.

        Raises:
            EnrayaError: with the reason.
        """
        specification = self.specification(text)
        if not specification.startswith(_FILE_PREFIX):
            check_rules(parse_agent(specification, 0), rules)

    def make(self, text: str, seed: int, rules: RuleSet) -> Agent:
        """The agent that a client names, ready to play; an upload runs in its own process.

        Raises:
            AgentFault: when it is an upload that fails to start.
            EnrayaError: when clients may not use it, or it does not play these rules.
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
    """The queue for an agent's moves: `quick` if fast, `visiting` if uploaded, else `slow`."""
    if is_quick(spec):
        return "quick"
    return "visiting" if spec.name == UPLOAD else "slow"


def step_for(spec: CallSpec) -> str | None:
    """The compilation step after which an agent can move; None if it needs them all."""
    return None if spec.name in (UPLOAD, LEARNED) else MOVING


def is_quick(spec: CallSpec) -> bool:
    """Whether an agent answers at once in every position."""
    if spec.name != "level":
        return spec.name in _QUICK
    levels = [*spec.args, *(value for key, value in spec.options if key == "level")]
    return all(level.name.isdecimal() and int(level.name) < SEARCHES for level in levels)
