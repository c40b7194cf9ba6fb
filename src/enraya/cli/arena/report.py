"""`enraya report` and `charts`: pages about a tournament, and about replies to a human."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from enraya.agents import check_rules, parse_agent
from enraya.agents.text.spec import agent_text
from enraya.arena.plan.presets import PORTO
from enraya.arena.play.replies import DEFAULT_SEED, ScriptedGame, play_script
from enraya.arena.results.summary import summarise
from enraya.cli.arena.options import StoreOption, existing_store
from enraya.cli.common.options import JsonOption, LangOption, chosen_texts
from enraya.cli.common.positions import RulesOption, SizeOption, chosen_rules
from enraya.cli.common.progress import tracked
from enraya.cli.common.tables import right, show, table_of
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.game.text_drawing import status
from enraya.reports.ranking_csv import csv_for_spreadsheets, ranking_csv
from enraya.reports.replies import replies_page, reply_rows
from enraya.reports.tournament import report_of

REPLIES_IN_A_ROW = 7


def report(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", help="The tournament's number; the latest if not given."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; report.html unless only --csv is given.")
    ] = None,
    csv: Annotated[
        str | None, typer.Option(help="Also write the ranking as CSV; - for standard output.")
    ] = None,
    store: StoreOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a tournament as one HTML page that opens offline, with charts and every game.

    Example: enraya report 1 --out report.html
    """
    if csv == "-" and as_json:
        raise InvalidSetting("--csv - and --json both write to standard output; give --csv a file")
    t = chosen_texts(lang)
    page = Path("report.html") if out is None and csv is None else out
    with existing_store(store) as kept:
        known = kept.tournaments() if number is None else [kept.tournament(number)]
        if not known:
            raise InvalidSetting(f"the store {str(kept.path)!r} has no tournament")
        tournament = known[-1]
        summary = summarise(kept, tournament)
        answer: dict[str, Any] = {"tournament": tournament.id, "games": summary.games, "csv": csv,
                                  "out": str(page) if page else None}  # fmt: skip
        if csv == "-":
            print(ranking_csv(summary), end="")
        elif csv is not None:
            write_text(Path(csv), csv_for_spreadsheets(ranking_csv(summary)))
        if page is not None:
            sheet, seen = report_of(kept, summary, t)
            text = sheet.render()
            write_text(page, text)
            answer |= {
                "bytes": len(text.encode()),
                "positions": seen.positions,
                "redundancy": seen.redundancy,
                "repeated_games": seen.repeated_games,
            }
    lines = []
    if page is not None and csv != "-":
        lines = [f"{page}: {summary.games} games, {answer['bytes'] / 1e6:.1f} MB"]
    show(answer, lambda: lines, as_json=as_json)


def charts(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            help="The agents that reply; by default the three searches of the Porto paper.",
        ),
    ] = None,
    human: Annotated[str, typer.Option(help="The moves of the human, who begins.")] = "11111",
    rules: RulesOption = "classic",
    size: SizeOption = None,
    repeat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000,
            help="Play each game N times and keep the shortest times; default: more if quick.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed for agents that name none.")
    ] = DEFAULT_SEED,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("charts.html"),
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Chart the nodes and the time of each reply to a given series of human moves.

    The times are those of the search alone: everything is loaded and compiled beforehand.

    Example: enraya charts "alphabeta(depth=4)" "alphabeta(depth=6)" --human 13576
    """
    t = chosen_texts(lang)
    rule_set, chosen = chosen_rules(rules, size), list(map(agent_text, agents or PORTO))
    for agent in chosen:
        check_rules(parse_agent(agent, seed), rule_set)  # before the first game
    games = [
        play_script(agent, human, rule_set, seed=seed, repeats=repeat)
        for agent in tracked("games", chosen, len(chosen))
    ]
    write_text(out, replies_page(games, human, t).render())
    found = [_object(game) for game in games]
    show(
        {"human": human, "rules": rule_set.spec, "out": str(out), "games": found},
        lambda: [*(part for game in games for part in _drawn(game)), f"charts: {out}"],
        as_json=as_json,
    )


def _drawn(game: ScriptedGame) -> Iterator[RenderableType]:
    """A line and tables that show a game in a terminal."""
    left = f"; {game.unplayed} of the script was not played" if game.unplayed else ""
    yield f"{game.agent}: {game.end.moves}, {status(game.end)}{left}"
    for start in range(0, max(len(game.replies), 1), REPLIES_IN_A_ROW):
        yield _table(game, start)


def _object(game: ScriptedGame) -> dict[str, object]:
    return {
        "agent": game.agent,
        "moves": game.end.moves,
        "winner": game.end.result if game.end.is_over else None,
        "unplayed": game.unplayed,
        "replies": [reply._asdict() for reply in game.replies],
    }


def _table(game: ScriptedGame, start: int) -> Table:
    """A table with a column for each of at most `REPLIES_IN_A_ROW` replies from ``start`` on."""
    shown = slice(start, start + REPLIES_IN_A_ROW)
    numbers = (right(str(number)) for number in range(1, len(game.replies) + 1)[shown])
    rows = ((name, *cells[shown]) for name, cells in reply_rows(game).items())
    return table_of(("reply", *numbers), rows, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
