"""Needs a module that nobody has."""

import no_such_module_anywhere  # type: ignore[import-not-found]

choose = no_such_module_anywhere.choose
