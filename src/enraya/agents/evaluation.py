"""What an agent's ``eval`` may name: a heuristic, or a trained model as ``learned(FILE)``."""

from enraya.callspec import CallSpec
from enraya.heuristics import CompiledHeuristic, PythonHeuristic, parse_heuristic
from enraya.models import read_heuristic
from enraya.parameters import REQUIRED, Parameter, read_parameters, text

LEARNED = "learned"
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
