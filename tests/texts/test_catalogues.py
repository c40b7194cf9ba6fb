"""The catalogues: the same texts and placeholders in each language, all of them used."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

import enraya
from enraya.game.record import Termination
from enraya.texts import CATALOGUES, LANGUAGES
from enraya.web.server.problems import Code

PACKAGE = Path(enraya.__file__).parent
TEXTS: dict[str, dict[str, str]] = {
    path.stem: json.loads(path.read_text()) for path in CATALOGUES.glob("*.json")
}
SOURCES = [
    path
    for ending in ("py", "js", "html")
    for path in sorted(PACKAGE.rglob(f"*.{ending}"))
    if PACKAGE / "kernels" not in path.parents
]
CODE = {path: path.read_text() for path in SOURCES}
SENTENCES = re.compile(r'\b(?:Sentence|t|texts|_near|of_key)\(\s*"([\w.-]+\.[\w.-]+)"')
MADE = re.compile(
    r"""f"([a-z_]+\.[^"]*\{[^"]*)"|f'([a-z_]+\.[^']*\{[^']*)'|`((?:[a-z_]+|\$\{[\w.]+\})\.[^`]*)`"""
)
"""Texts that begin like a key and have a computed part."""
SENT = {*get_args(Code), "unreachable"}
"""The codes for which the page has a text; the last is the page's own."""
PLAIN_WORDS = {"agent.off.command", "player.mcts"}
"""Texts that are the same in every language."""


def pattern_of(key: str) -> str:
    """A key with `*` where code computes a part."""
    return re.sub(r"\$?\{[^}]*\}+", "*", key)


def matches(pattern: str, key: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", r"[\w. -]+"), key) is not None


PATTERNS = {
    pattern_of("".join(found)) for code in CODE.values() for found in MADE.findall(code)
} - {"problem.*", "*.*"}  # each problem is checked by its name, and so are the fields of forms
FORMS = {name for code in CODE.values() for name in re.findall(r'numberFields\("(\w+)"', code)}
FIELDS = {name for code in CODE.values() for name in re.findall(r"\b(\w+): \{", code)}


def places(texts: dict[str, str]) -> dict[str, list[str]]:
    return {key: sorted(re.findall(r"\{\w*\}", text)) for key, text in texts.items()}


def test_there_is_a_catalogue_for_every_language() -> None:
    assert set(TEXTS) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_placeholders(language: str) -> None:
    assert places(TEXTS[language]) == places(TEXTS["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_unique(language: str) -> None:
    content = (CATALOGUES / f"{language}.json").read_text()
    keys = [key for key, _ in json.loads(content, object_pairs_hook=list)]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_long_texts_are_translated(language: str) -> None:
    same = [
        key
        for key, text in TEXTS["en"].items()
        if len(re.findall(r"[a-z]{3,}", re.sub(r"\{\w+\}", "", text))) > 2
        and TEXTS[language][key] == text
    ]
    assert set(same) <= PLAIN_WORDS


def test_every_requested_text_exists() -> None:
    asked = {key for code in CODE.values() for key in SENTENCES.findall(code)}
    missing = sorted(key for key in asked if key not in TEXTS["en"])
    assert [key for key in missing if f"{key}_near" not in TEXTS["en"]] == []


def is_used(key: str) -> bool:
    """Whether code has the key, or computes one like it of which it has the last word."""
    key = key.removesuffix("_near")
    if any(f'"{key}"' in code or f"'{key}'" in code for code in CODE.values()):
        return True
    group, _, word = key.partition(".")
    if group == "problem":
        return word in SENT or word.startswith("value_")
    if group in FORMS and word in FIELDS:
        return True
    last = key.rpartition(".")[2].removeprefix("to_")
    is_computed = any(matches(pattern, key) for pattern in PATTERNS)
    return is_computed and (group != "report" or any(f'"{last}"' in code for code in CODE.values()))


def test_every_text_is_used() -> None:
    assert [key for key in TEXTS["en"] if not is_used(key)] == []


@pytest.mark.parametrize("termination", Termination)
def test_every_way_a_game_ends_has_a_text(termination: Termination) -> None:
    assert f"termination.{termination.value.replace(' ', '_')}" in TEXTS["en"]
