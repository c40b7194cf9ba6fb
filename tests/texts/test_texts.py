"""Texts with values, numbers, and the choice of a language."""

import pickle
from typing import Any

import numpy as np
import pytest

from enraya.errors import EnrayaError, IllegalMove, UnknownName
from enraya.texts import (
    ENGLISH,
    Sentence,
    decode_text,
    encode_text,
    preferred_language,
    texts_in,
)


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [
        ("en", "1,234.5", "12.5%"),
        ("es", "1234,5", "12,5\u00a0%"),
        ("pt", "1234,5", "12,5\u00a0%"),
        ("ca", "1.234,5", "12,5\u00a0%"),
    ],
)
def test_numbers_follow_the_conventions_of_the_language(
    language: str, number: str, share: str
) -> None:
    t = texts_in(language)
    assert (t.number(1234.5, 1), t.share(0.125)) == (number, share)


def test_long_numbers_have_groups_and_signs() -> None:
    assert texts_in("es").number(-1234567, sign=True) == "-1\u00a0234\u00a0567"
    assert ENGLISH.number(0.004, 2, sign=True) == "+0.00"


def test_errors_keep_their_sentences_across_processes() -> None:
    for error in (
        IllegalMove(Sentence("problem.over", moves="'1'")),
        UnknownName("agent", "randm", ["random", "level"]),
        EnrayaError("plain"),
    ):
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
        assert (type(copy), str(copy)) == (type(error), str(error))
        assert repr(copy.sentence) == repr(error.sentence)


def test_an_already_formatted_number_stays_unchanged() -> None:
    catalan = texts_in("ca")
    assert "500.000" in catalan("league.rules.languages", languages="c", bytes=catalan.number(5e5))


def test_missing_texts_and_missing_values_stay_visible() -> None:
    assert ENGLISH("no.such.key") == "no.such.key"
    assert ENGLISH("game.won") == "{side} has won."


INNER = Sentence("fault.exit_code", code=3)
FAULT = Sentence("fault.printed", reason=INNER, output="oh, no")


FULL = IllegalMove(Sentence("problem.column_full", column="4", moves="'444444'"))
UNKNOWN = UnknownName("agent", "randm", ["random"])


@pytest.mark.parametrize(
    ("sentence", "english", "language", "words"),
    [
        (FAULT, "ended with exit code 3; printed: oh, no", "ca",
         "s'ha tancat amb el codi de sortida 3; ha escrit: oh, no"),
        (FULL.sentence, "column 4 is full after '444444'", "ca",
         "la columna 4 és plena després de '444444'"),
        (UNKNOWN.sentence, str(UNKNOWN), "pt",
         "agente: o nome 'randm' não existe; queria dizer 'random'? Há: random"),
        (Sentence("problem.from_to", least=0.5, most=2.0), "must be from 0.5 to 2", "es",
         "debe estar entre 0,5 y 2"),
        (Sentence("problem.from_to", least="0.50", most="2"), "must be from 0.50 to 2", "es",
         "debe estar entre 0,50 y 2"),
        ("oh, no", "oh, no", "ca", "oh, no"),
    ],
)  # fmt: skip
def test_a_sentence_is_english_text_that_can_be_translated(
    sentence: str, english: str, language: str, words: str
) -> None:
    assert sentence == english
    assert texts_in(language).say(sentence) == words


@pytest.mark.parametrize(
    "text", [FAULT, "ValueError: no", "{", '"quoted"', '{"key": "fault.exit_code"}', ""]
)
def test_stored_sentences_are_read_back(text: str) -> None:
    found = decode_text(encode_text(text))
    assert (found, repr(found)) == (text, repr(text))


@pytest.mark.parametrize("code", [np.int64(3), float("nan"), float("inf"), True])
def test_a_value_that_json_cannot_represent_is_stored_as_text(code: Any) -> None:
    found = decode_text(encode_text(Sentence("fault.exit_code", code=code)))
    assert isinstance(found, Sentence)
    assert found == f"ended with exit code {code}"


@pytest.mark.parametrize(
    "kept",
    [
        "ended with exit code 3",
        '"x.c" does not compile',
        '{"key": "no.such.key", "values": {}}',
        '{"key": "fault.exit_code", "values": {}}',
        '{"key": "fault.exit_code", "values": {"code": [3]}}',
        '{"key": "fault.exit_code", "values": {"code": true}}',
        '{"key": "fault.exit_code", "values": {"code": NaN}}',
        '{"key": "fault.exit_code", "values": 3}',
        '{"key": ["fault.exit_code"], "values": {}}',
        '{"key": "fault.exit_code", "values": {"code": ' * 9 + "3" + "}}" * 9,
        "[" * 100_000,
        "{" * 100_000,
    ],
)
def test_text_outside_the_catalogues_is_read_back_as_plain_text(kept: str) -> None:
    found = decode_text(kept)
    assert found == kept
    assert not isinstance(found, Sentence)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ca_ES.UTF-8"}, "ca"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ca_ES", "LC_MESSAGES": "pt_BR"}, "pt"),
        ({"LC_ALL": "es_ES", "LC_MESSAGES": "pt_BR"}, "es"),
        ({"LC_ALL": "", "LANG": "pt_PT@euro"}, "pt"),
        ({"ENRAYA_LANG": "en", "LC_ALL": "es_ES"}, "en"),
        ({"ENRAYA_LANG": "", "LC_ALL": "es_ES"}, "es"),
        ({"ENRAYA_LANG": "tlh"}, "tlh"),
    ],
)
def test_the_language_comes_from_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert preferred_language(environment) == language
