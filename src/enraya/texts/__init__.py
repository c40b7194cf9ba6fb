"""What people read, in their language: one set of catalogues for page, reports and terminal.

A text has a key, such as ``game.won``, and places in braces for values. A catalogue is a JSON
file of keys and texts; all of them have the same keys with the same places.
"""

from enraya.texts.texts import (
    CATALOGUES,
    ENGLISH,
    LANGUAGES,
    Sentence,
    Texts,
    Value,
    decode_text,
    encode_text,
    preferred_language,
    texts_in,
)

__all__ = [
    "CATALOGUES",
    "ENGLISH",
    "LANGUAGES",
    "Sentence",
    "Texts",
    "Value",
    "decode_text",
    "encode_text",
    "preferred_language",
    "texts_in",
]
