"""What people read, in their language: one set of catalogues for page, reports and terminal.

A text has a key, such as ``game.won``, and places in braces for values. A catalogue is a JSON
file of keys and texts; all of them have the same keys with the same places.
"""

from enraya.texts.choice import preferred_language
from enraya.texts.recognition import in_language, recognise
from enraya.texts.texts import CATALOGUES, ENGLISH, LANGUAGES, Sentence, Texts, Value, texts_in

__all__ = [
    "CATALOGUES",
    "ENGLISH",
    "LANGUAGES",
    "Sentence",
    "Texts",
    "Value",
    "in_language",
    "preferred_language",
    "recognise",
    "texts_in",
]
