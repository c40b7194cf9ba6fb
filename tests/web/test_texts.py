"""Every text of the page is in the catalogues."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from enraya.agents.players.level import LEVELS
from enraya.agents.text.named_players import NAMED_PLAYERS
from enraya.models import load_model, model_path
from enraya.rules import RULE_SETS
from enraya.texts import LANGUAGES, texts_in
from enraya.web.laboratory.routes.information import REQUESTS
from enraya.web.laboratory.thinking.allowed_agents import OFFERS
from enraya.web.server.application import STATIC
from enraya.web.server.problems import Code
from enraya.web.server.schemas import Language

CATALOGUES = {language: texts_in(language).catalogue for language in LANGUAGES}
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
KEY_CALLS = re.compile(r'(?<![\w.])(?:t|has|action)\(\s*(?:"([^"]+)"|`([^`]+)`)')
CONDITIONAL_KEYS = re.compile(r'\bt\([^"`()]*\? "([\w.]+)" : "([\w.]+)"')
HOLE = r"\$\{(?:[^`{}]|\{(?:[^`{}]|\{[^`{}]*\})*\})*\}"
TEMPLATES = re.compile(rf"(\w*)`((?:[^`$\\]|\\.|\$(?!\{{)|{HOLE})*)`")
"""Template literals without others in them, and what they are made with (`html`, or nothing)."""
STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')
WORD = re.compile(r"[^\W\d_]{2}")
PROSE = re.compile(r"[A-Za-zÀ-ÿ]{2,}[,.!?:;…]* [A-Za-zÀ-ÿ]{2,}|[A-Za-z]{3,}[.!?…]$")
ALLOWED = {
    "English",
    "enraya",
    "(prefers-reduced-motion: reduce)",
    "over quota",  # a state, as the API names it
}


def keys_in(code: str) -> set[str]:
    """The keys that some code asks for, with `*` where it computes a part."""
    keys = {re.sub(r"\$\{[^}]+\}", "*", plain or made) for plain, made in KEY_CALLS.findall(code)}
    return keys | {key for pair in CONDITIONAL_KEYS.findall(code) for key in pair}


USED = {key for script in SCRIPTS for key in keys_in(script.read_text())} | set(
    re.findall(r'data-text="([^"]+)"', (STATIC / "index.html").read_text())
)


def test_the_page_offers_every_language() -> None:
    code = (STATIC / "js" / "lib" / "i18n.js").read_text()
    offered = re.search(r"LANGUAGES = \{(.+?)\}", code)
    assert offered
    assert re.findall(r"(\w\w):", offered[1]) == list(LANGUAGES) == list(get_args(Language))


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_page_knows_how_many_games_the_shipped_model_played(language: str) -> None:
    games = load_model(model_path("ntuple")).header.parameters["games"]
    note = CATALOGUES[language]["learning.model.ntuple.note"]
    assert str(games) in re.sub(r"(?<=\d)\D(?=\d{3})", "", note)


def matches(pattern: str, key: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) is not None


@pytest.mark.parametrize("key", sorted(USED))
def test_every_text_that_the_page_asks_for_exists(key: str) -> None:
    assert any(matches(key, known) for known in CATALOGUES["en"])


def choices(request: str, field: str) -> list[str]:
    """What a field of a request may be."""
    found: list[str] = REQUESTS[request].model_json_schema()["properties"][field]["enum"]
    return found


OFFERED = {
    *(f"problem.{code}" for code in get_args(Code)),
    *(f"rules.{name}{part}" for name in RULE_SETS for part in ("", ".note")),
    *(f"level.{level}" for level in LEVELS),
    *(f"player.{agent}" for agent in OFFERS),
    *(f"named.{name}" for name in NAMED_PLAYERS),
    *(f"paper.{player.paper.partition(':')[0]}" for player in NAMED_PLAYERS.values()),
    *(f"arena.{kind}" for kind in choices("tournament", "kind")),
    *(
        f"learning.model.{model}{part}"
        for model in choices("learning", "model")
        for part in ("", ".note")
    ),
}
"""The texts for what the server offers and refuses."""


@pytest.mark.parametrize("key", sorted(OFFERED))
def test_every_option_and_every_refusal_has_a_text(key: str) -> None:
    assert key in CATALOGUES["en"]


class _Texts(HTMLParser):
    """Collects what a page says outside its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_data(self, data: str) -> None:
        """Keeps text that is not blank."""
        if data.strip():
            self.found.add(data.strip())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps attributes that people read."""
        del tag
        self.found |= {
            v for k, v in attrs if k in {"alt", "aria-label", "title", "placeholder"} and v
        }


def test_the_page_has_no_text_outside_the_catalogues() -> None:
    parser = _Texts()
    parser.feed((STATIC / "index.html").read_text())
    assert parser.found <= ALLOWED


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_text_outside_the_catalogues(script: Path) -> None:
    code = re.sub(r"/\*\*.*?\*/", "", script.read_text(), flags=re.DOTALL)
    code = re.sub(r"^\s*//.*$", "", code, flags=re.MULTILINE)
    code = re.sub(
        r'(class|"aria-labelledby"|autocomplete|d|viewBox|transform): (`[^`]*`|"[^"]*")', "", code
    )
    markup, strings = _Texts(), set()
    while literal := TEMPLATES.search(code):  # the innermost first
        text = re.sub(HOLE, "0", literal[2])
        markup.feed(text) if literal[1] else strings.add(text)
        code = f"{code[: literal.start()]}0{code[literal.end() :]}"
    assert "`" not in code
    strings |= set(STRINGS.findall(code))
    assert {text for text in strings if PROSE.search(text)} - ALLOWED == set()
    assert {text for text in markup.found if WORD.search(text)} == set()
