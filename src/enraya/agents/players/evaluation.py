"""What an agent's ``eval`` may name: a heuristic, or a trained model as ``learned(FILE)``."""

from functools import cache

from enraya.callspec import CallSpec
from enraya.heuristics import (
    CompiledHeuristic,
    PythonHeuristic,
    named_heuristic,
    parse_heuristic,
)
from enraya.models import read_heuristic, shipped_heuristic
from enraya.parameters import REQUIRED, Parameter, read_parameters, text
from enraya.rules import RuleSet
from enraya.rules.classic import classic

LEARNED = "learned"
BY_HAND = "threats"
BY_LEARNING = "ntuple"
"""The strongest evaluations: of any game, and of the classic one on its usual board."""
MODEL = Parameter("model", text, REQUIRED, "a model file, or the name of a shipped model")


def parse_evaluation(spec: CallSpec) -> CompiledHeuristic | PythonHeuristic:
    """The heuristic or trained model that a specification names.

    Raises:
        UnknownName: when there is no such heuristic, model or file.
        InvalidSetting: when a parameter is wrong, or the file is damaged or not a model.
    """
    if spec.name == LEARNED:
        return read_heuristic(read_parameters("heuristic", spec, (MODEL,))["model"])
    return parse_heuristic(str(spec))


@cache
def strongest_evaluation(rules: RuleSet) -> CompiledHeuristic:
    """The evaluation that wins most games of these rules when a search uses it.

    That it does is measured in docs/decisions/0046-guided-tree-search.md.
    """
    return shipped_heuristic(BY_LEARNING) if rules == classic() else named_heuristic(BY_HAND)
