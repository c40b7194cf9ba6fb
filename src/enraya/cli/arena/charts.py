"""`enraya charts`: nodes and time of each reply to a scripted human."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table

from enraya.agents import check_rules, parse_agent
from enraya.agents.text.spec import agent_text
from enraya.arena.plan.presets import PORTO
from enraya.arena.play.replies import DEFAULT_SEED, ScriptedGame, play_script
from enraya.cli.common.names import completing
from enraya.cli.common.options import JsonOption, LangOption, chosen_texts
from enraya.cli.common.positions import RulesOption, SizeOption, chosen_rules
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import right, show, table_of
from enraya.files import write_text
from enraya.game.text import status
from enraya.reports.replies import replies_page, reply_rows

REPLIES_IN_A_ROW = 7


def charts(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            autocompletion=completing("agent"),
            help="Who replies: minimax, alpha-beta and tree search of a paper if none.",
        ),
    ] = None,
    human: Annotated[
        str, typer.Option("--human", help="The moves of the human, who begins.")
    ] = "11111",
    rules: RulesOption = "classic",
    size: SizeOption = None,
    repeat: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000,
            help="Play each game this often and take the least times; often if it is quick.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of agents that have none.")] = DEFAULT_SEED,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("charts.html"),
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Chart the nodes and the time of each reply to a human whose moves are given.

    The times are only the search: whatever has to be loaded or compiled is ready before.

    Example: enraya charts "alphabeta(depth=4)" "alphabeta(depth=6)" --human 13576
    """
    t = chosen_texts(lang)
    rule_set, chosen = chosen_rules(rules, size), list(map(agent_text, agents or PORTO))
    for agent in chosen:
        check_rules(parse_agent(agent, seed), rule_set)  # before the first game
    games = []
    with progress_bar("games", len(chosen)) as advance:
        for agent in chosen:
            games.append(play_script(agent, human, rule_set, seed=seed, repeats=repeat))
            advance(1)
    write_text(out, replies_page(games, human, t).render())
    answer = {"human": human, "rules": rule_set.spec, "out": str(out)}
    show(
        {**answer, "games": [_object(game) for game in games]},
        lambda: [*(part for game in games for part in _drawn(game)), f"charts: {out}"],
        as_json=as_json,
    )


def _drawn(game: ScriptedGame) -> Iterator[RenderableType]:
    """What a terminal shows of a game."""
    yield _heading(game)
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


def _heading(game: ScriptedGame) -> str:
    left = f"; of the script {game.unplayed} was not played" if game.unplayed else ""
    return f"{game.agent}: {game.end.moves}, {status(game.end)}{left}"


def _table(game: ScriptedGame, start: int) -> Table:
    """Some replies as columns of a table."""
    shown = slice(start, start + REPLIES_IN_A_ROW)
    numbers = (right(str(number)) for number in range(1, len(game.replies) + 1)[shown])
    rows = ((name, *cells[shown]) for name, cells in reply_rows(game).items())
    return table_of(("reply", *numbers), rows, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
