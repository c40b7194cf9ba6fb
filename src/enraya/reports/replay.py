"""The part of a report in which readers replay its games on a board."""

from collections.abc import Iterable
from html import escape
from typing import Any

from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Tournament
from enraya.game.notation import BOOM, parse_move
from enraya.game.position import Position
from enraya.printable import printable
from enraya.reports.page import Section, data
from enraya.result import Html, paragraph
from enraya.rules import RuleSet
from enraya.texts import ENGLISH, Texts

MOST_BYTES = 4_000_000
"""The space that the games in a page may take, enough for about a hundred thousand."""
LONGEST_REASON = 200
SCRIPT = "replay.js"
_RESULTS = {"": "any", "1": "first_won", "2": "second_won", "0": "draw", "fault": "failed"}
_SCRIPT_TEXTS = (
    "unfinished", "move", "before", "opening", "game", "found", "listed", "first_won", "second_won",
    "draw",
)  # fmt: skip
"""The texts that the script of the board needs, by their keys after ``report.replay.``."""


class Replays:
    """The games that readers can replay, collected until the page would become too large."""

    def __init__(self, tournament: Tournament, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._tournament = tournament
        self._rules = tournament.settings.rule_set
        self._endings: dict[tuple[str, str], int] = {}
        self._lines: list[str] = []
        self._frames: list[list[str]] = []
        self._bytes = 0
        self._games = 0

    def add(self, number: int, game: GameRow) -> None:
        """Adds a game if there is room; counts it in any case."""
        self._games += 1
        if self._bytes > self._most_bytes:
            return
        why = game.termination, printable(game.reason, LONGEST_REASON)
        ending = self._endings.setdefault(why, len(self._endings))
        given = len(self._tournament.opening(game.opening))
        winner = "" if game.winner is None else game.winner
        line = f"{number},{game.first},{game.second},{winner},{ending},{given},{game.moves}"
        self._lines.append(line)
        self._bytes += len(line)
        if self._rules.has_bombs:
            frames = board_frames(game.moves, self._rules)
            self._frames.append(frames)
            self._bytes += sum(map(len, frames))

    def watch(self, games: Iterable[tuple[int, GameRow]]) -> Iterable[GameRow]:
        """Yields the rows of numbered games unchanged, after adding each of them."""
        for number, game in games:
            self.add(number, game)
            yield game

    def section(self, t: Texts = ENGLISH) -> Section:
        """The section with the board, its controls, and the games as data for the script."""
        shown = len(self._lines)
        all_of_them = (
            t("report.replay.all", shown=t.number(shown))
            if shown == self._games
            else t(
                "report.replay.some",
                shown=t.number(shown),
                games=t.number(self._games),
                command=f"enraya games export {self._tournament.id}",
            )
        )
        parts = [paragraph(all_of_them)]
        if shown:
            parts += [self._controls(t), data(self._contents(t), "games")]
        return Section(t("report.replay"), parts)

    def _contents(self, t: Texts) -> dict[str, Any]:
        return {
            "texts": {name: t(f"report.replay.{name}") for name in _SCRIPT_TEXTS},
            "words": [
                ": ".join(filter(None, [ending_name(ending, t), t.say(reason)]))
                for ending, reason in self._endings
            ],
            "columns": self._rules.columns,
            "rows": self._rules.rows,
            "agents": self._tournament.names,
            "endings": list(self._endings),
            "games": "\n".join(self._lines),
            "frames": self._frames,
        }

    def _controls(self, t: Texts) -> Html:
        names = self._tournament.names
        agents = {"": t("report.replay.any")}
        agents |= {str(place): name for place, name in enumerate(names)}
        results = {key: t(f"report.replay.{name}") for key, name in _RESULTS.items()}
        buttons = {key: t(f"report.replay.to_{key}") for key in ("start", "back", "on", "end")}
        return Html(
            '<div id="replay"><form class="filters">'
            + _select("first", t("arena.head.first"), agents)
            + _select("second", t("arena.head.second"), agents)
            + _select("result", t("arena.head.result"), results)
            + f'</form><label for="list">{escape(t("arena.head.game"))}</label>'
            '<select id="list" size="6"></select>'
            '<p id="found"></p><div id="board"></div><div class="buttons">'
            + "".join(
                f'<button id="{key}">{escape(text)}</button>' for key, text in buttons.items()
            )
            + f'</div><label for="ply">{escape(t("report.replay.ply"))}</label>'
            '<input id="ply" type="range" min="0" value="0">'
            '<p id="status" aria-live="polite"></p></div>\n'
        )


def ending_name(termination: str, t: Texts) -> str:
    """A termination in words, in the language of ``t``."""
    return t(f"termination.{termination.replace(' ', '_')}")


def board_frames(moves: str, rules: RuleSet) -> list[str]:
    """The board before the first move and after each, as cells from the bottom left, row by row.

    The page needs them for games with bombs, whose boards do not follow from the columns alone.

    >>> from enraya.rules import parse_rules
    >>> board_frames("12", parse_rules("boom"))[1][:8]
    '1.......'
    """
    position = Position.start(rules)
    frames = ["".join(position.rows_from_bottom)]
    for character in moves:
        move = BOOM if character == BOOM else parse_move(character, rules.columns)
        position = position.play(move)
        frames.append("".join(position.rows_from_bottom))
    return frames


def _select(name: str, label: str, options: dict[str, str]) -> str:
    choices = "".join(
        f'<option value="{value}">{escape(text)}</option>' for value, text in options.items()
    )
    return f'<label for="{name}">{escape(label)}</label><select id="{name}">{choices}</select>'
