"""Trained models: files that compiled searches can use as heuristics.

This package only loads and uses models; `enraya.learn` trains them.
"""

from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from pathlib import Path

from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting, UnknownName
from enraya.files import is_file
from enraya.heuristics import CompiledHeuristic
from enraya.models.modelfile import Header, ModelFile, load_model, save_model
from enraya.models.ntuple import load as load_ntuple
from enraya.models.ntuple import load_tables
from enraya.models.on_features import load_network, load_trees
from enraya.models.polynomial import load_polynomial

__all__ = [
    "KINDS",
    "Header",
    "ModelFile",
    "load_model",
    "model_path",
    "read_heuristic",
    "save_model",
    "shipped_heuristic",
    "shipped_models",
]

Loader = Callable[[str, ModelFile], CompiledHeuristic]
"""A function that makes a heuristic from the text that describes it and its model file."""

KINDS: dict[str, Loader] = {
    "poly": load_polynomial,
    "logistic": load_network,
    "mlp": load_network,
    "forest": load_trees,
    "boosting": load_trees,
    "tables": load_tables,
    "ntuple": load_ntuple,
}
"""The loader of every kind of model, by the kind's name in the header of a file."""

_SUFFIX = ".npz"
_SHIPPED = Path(str(resources.files("enraya.models").joinpath("shipped")))


def shipped_models() -> tuple[str, ...]:
    """The names of the models that come with enraya."""
    return tuple(sorted(file.stem for file in _SHIPPED.glob(f"[!.]*{_SUFFIX}")))


def model_path(text: str) -> Path:
    """The file of a model, given as a path or as the name of one that comes with enraya.

    Raises:
        UnknownName: if there is no such file and no such model.
    """
    if is_file(Path(text)):
        return Path(text)
    if text not in shipped_models():
        raise UnknownName("model or model file", text, shipped_models())
    return _shipped_path(text)


def _shipped_path(name: str) -> Path:
    return _SHIPPED / f"{name}{_SUFFIX}"


def read_heuristic(text: str) -> CompiledHeuristic:
    """The heuristic in a model file, ready for compiled searches.

    Raises:
        UnknownName: if there is no such file or model.
        InvalidSetting: if the file is damaged or not a model.
    """
    return _read(text, model_path(text))


def shipped_heuristic(name: str) -> CompiledHeuristic:
    """The heuristic in a model that comes with enraya, even if a local file has the same name."""
    return _read(name, _shipped_path(name))


def _read(text: str, path: Path) -> CompiledHeuristic:
    return _load(str(CallSpec("learned", (CallSpec(text),))), path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _load(name: str, path: Path, changed: int) -> CompiledHeuristic:  # noqa: ARG001  # for the cache
    file = load_model(path)
    if file.header.kind not in KINDS:
        raise UnknownName("kind of model", file.header.kind, KINDS)
    try:
        return KINDS[file.header.kind](name, file)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        if isinstance(error, InvalidSetting):
            raise
        raise InvalidSetting(f"the arrays of model {str(path)!r} do not fit its kind") from None
