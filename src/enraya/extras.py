"""Libraries that only some commands need, and how to get those that are missing."""

from importlib import import_module
from typing import Any

from enraya.errors import InvalidSetting

INSTALLED_BY = {
    "bitbully": "bitbully bitbully-databases",
    "bitbully_databases": "bitbully bitbully-databases",
    "cma": "'enraya[learn]'",
    "lightgbm": "'enraya[learn]'",
    "pyarrow": "'enraya[learn]'",
    "sklearn": "'enraya[learn]'",
    "ray": "'enraya[cluster]'",
    "copydetect": "'enraya[similar]'",
}
"""What pip has to install for each library; a test compares it with the extras of the project."""


def imported(module: str) -> Any:
    """A module of an optional library, such as ``sklearn.ensemble``.

    Raises:
        InvalidSetting: when the library is not installed, with the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        if isinstance(error, ModuleNotFoundError) and error.name == library:
            why = f"this needs the library {library}"
        else:
            why = f"the library {library} does not load ({error})"
        raise InvalidSetting(f"{why}: pip install {INSTALLED_BY[library]}") from None
