"""The language of what players and readers see: ``--lang``, the environment, or the locale."""

import os
from typing import Annotated

import typer

from enraya.cli.common.names import completing
from enraya.errors import UnknownName
from enraya.texts import LANGUAGES, Texts, preferred_language, texts_in

LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help=f"Language: {', '.join(LANGUAGES)}; ENRAYA_LANG or the locale if not given.",
        autocompletion=completing("language"),
    ),
]


def chosen_texts(lang: str | None) -> Texts:
    """The texts in the language that was asked for.

    Raises:
        UnknownName: when enraya does not speak it.
    """
    language = preferred_language(os.environ) if lang is None else lang
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    return texts_in(language)
