"""Which language somebody reads, as their system says."""

from collections.abc import Mapping

from enraya.texts.texts import LANGUAGES

VARIABLE = "ENRAYA_LANG"
"""The environment variable for enraya alone; it comes before the locale."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language of ``ENRAYA_LANG`` as it stands, else of the locale, else English.

    >>> preferred_language({"LANG": "pt_PT.UTF-8"}), preferred_language({"LANG": "de_DE"})
    ('pt', 'en')
    """
    if environment.get(VARIABLE):
        return environment[VARIABLE]
    named = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    language = named.replace(".", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else "en"
