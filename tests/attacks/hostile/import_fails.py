"""Imports a module that does not exist."""

import no_such_module_anywhere  # type: ignore[import-not-found]

choose = no_such_module_anywhere.choose
