"""Texts with their places filled, numbers, and the choice of a language."""

import pickle
from typing import Any

import numpy as np
import pytest

from enraya.errors import EnrayaError, IllegalMove, UnknownName
from enraya.game.position import Position
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
def test_numbers_are_written_as_the_language_does(language: str, number: str, share: str) -> None:
    t = texts_in(language)
    assert (t.number(1234.5, 1), t.share(0.125)) == (number, share)


def test_long_numbers_have_groups_and_signs() -> None:
    assert texts_in("es").number(-1234567, sign=True) == "-1\u00a0234\u00a0567"
    assert ENGLISH.number(0.004, 2, sign=True) == "+0.00"


def test_an_error_is_english_and_can_be_said_in_any_language() -> None:
    with pytest.raises(IllegalMove) as caught:
        Position.parse("4444444")
    error = caught.value
    assert str(error) == "move 7 of '4444444': column 4 is full after '444444'"
    assert isinstance(error.sentence, Sentence)
    assert texts_in("ca").say(error.sentence) == (
        "jugada 7 de '4444444': la columna 4 és plena després de '444444'"
    )


def test_errors_keep_their_sentences_in_other_processes() -> None:
    for error in (
        IllegalMove(Sentence("problem.over", moves="'1'")),
        UnknownName("agent", "randm", ["random", "level"]),
        EnrayaError("plain"),
    ):
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
        assert (type(copy), str(copy)) == (type(error), str(error))
        assert repr(copy.sentence) == repr(error.sentence)


def test_an_unknown_name_is_said_with_its_kind() -> None:
    sentence = UnknownName("agent", "randm", ["random"]).sentence
    assert isinstance(sentence, Sentence)
    assert texts_in("pt").say(sentence) == (
        "agente: o nome 'randm' não existe; queria dizer 'random'? Há: random"
    )


def test_a_number_that_is_written_in_a_language_already_stays_as_it_is() -> None:
    catalan = texts_in("ca")
    assert "500.000" in catalan("league.rules.languages", languages="c", bytes=catalan.number(5e5))


def test_a_decimal_number_inside_a_sentence_follows_the_language() -> None:
    sentence = Sentence("problem.from_to", least=0.5, most=2.0)
    assert str(sentence) == "must be from 0.5 to 2"
    assert texts_in("es").say(sentence) == "debe estar entre 0,5 y 2"


def test_a_key_without_a_text_and_a_place_without_a_value_stay_visible() -> None:
    assert ENGLISH("no.such.key") == "no.such.key"
    assert ENGLISH("game.won") == "{side} has won."


INNER = Sentence("fault.exit_code", code=3)
FAULT = Sentence("fault.printed", reason=INNER, output="oh, no")


def test_a_sentence_is_its_english_text_and_can_be_said_in_any_language() -> None:
    assert FAULT == "ended itself with exit code 3; printed: oh, no"
    assert texts_in("ca").say(FAULT) == "s'ha tancat amb el codi de sortida 3; ha escrit: oh, no"
    assert texts_in("ca").say("oh, no") == "oh, no"


def test_a_fraction_in_a_sentence_keeps_its_digits_in_every_language() -> None:
    late = Sentence("fault.tool_late", seconds="1.50")
    assert "1.50" in late
    assert "1,50" in texts_in("es").say(late)


@pytest.mark.parametrize(
    "text", [FAULT, "ValueError: no", "{", '"quoted"', '{"key": "fault.exit_code"}', ""]
)
def test_what_a_file_keeps_is_read_back(text: str) -> None:
    found = decode_text(encode_text(text))
    assert (found, repr(found)) == (text, repr(text))


@pytest.mark.parametrize("code", [np.int64(3), float("nan"), float("inf"), True])
def test_a_value_that_json_does_not_have_is_kept_as_text(code: Any) -> None:
    found = decode_text(encode_text(Sentence("fault.exit_code", code=code)))
    assert isinstance(found, Sentence)
    assert found == f"ended itself with exit code {code}"


@pytest.mark.parametrize(
    "kept",
    [
        "ended itself with exit code 3",
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
def test_what_is_no_sentence_of_the_catalogues_is_plain_text(kept: str) -> None:
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
