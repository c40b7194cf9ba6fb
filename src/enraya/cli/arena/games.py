"""`enraya games`: the store's tournaments and games, listed, shown, exported and imported."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from enraya.arena.results.summary import summarise
from enraya.arena.store.game_formats import FORMATS, import_games
from enraya.arena.store.store import Store, Tournament
from enraya.cli.arena.options import StoreOption, existing_store, open_store
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import show as show_answer
from enraya.cli.common.tables import table_of
from enraya.cli.common.verbs import make_app
from enraya.errors import InvalidSetting, UnknownName
from enraya.files import write_text
from enraya.front.game_results import Ranking
from enraya.game.position import Position
from enraya.game.text_drawing import disc_name
from enraya.printable import printable
from enraya.result import DISC_STYLES, DRAW

app = make_app(help="Games in the store: list, show, export, import.")

_STANDARD = "-"
RESULTS = {1: "1-0", 2: "0-1", 0: "½-½"}
TournamentArgument = Annotated[int, typer.Argument(help="The tournament's number.")]


@app.command(name="list")
def list_games(
    tournament: Annotated[
        int | None,
        typer.Argument(metavar="[TOURNAMENT]", help="The tournament's number.", show_default=False),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the tournaments of the store, or the games of one.

    Example: enraya games list
    """
    with existing_store(store) as kept:
        if tournament is not None:
            _list_one(kept, kept.tournament(tournament), as_json)
            return
        found = [_object(kept, item) for item in kept.tournaments()]
        show_answer(found, lambda: _tournament_table(kept), as_json=as_json)


def _tournament_table(store: Store) -> Table:
    rows = (
        (
            item.id, printable(item.settings.kind), printable(item.settings.rules),
            _short(item.names), store.count(item.id),
            "finished" if item.finished else "unfinished",
        )
        for item in store.tournaments()
    )  # fmt: skip
    headings = ("id", "kind", "rules", "agents", "games", "state")
    return table_of(headings, rows, box=SIMPLE_HEAD)


def _object(store: Store, tournament: Tournament) -> dict[str, Any]:
    settings = tournament.settings
    return {
        "tournament": tournament.id,
        "kind": settings.kind,
        "rules": settings.rules,
        "seed": settings.seed,
        "agents": tournament.names,
        "games": store.count(tournament.id),
        "finished": tournament.finished,
        "created": tournament.created,
    }


def _short(names: list[str]) -> str:
    """The first names, and how many more there are.

    >>> _short(["a", "b", "c"]), _short(["a", "b", "c", "d", "e"])
    ('a, b, c', 'a, b, c and 2 more')
    """
    shown = 3
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return ", ".join(names[:shown]) + more


def _list_one(store: Store, tournament: Tournament, as_json: bool) -> None:
    names, rows = tournament.names, store.rows(tournament.id)
    games = [
        {
            "game": number,
            "first": names[row.first],
            "second": names[row.second],
            "winner": row.winner,
            "termination": row.termination,
            "plies": row.plies,
            "moves": row.moves,
        }
        for number, row in rows
    ]
    show_answer(
        {**_object(store, tournament), "games": games}, lambda: _game_table(games), as_json=as_json
    )


def _game_table(games: list[dict[str, Any]]) -> Table:
    shown = ("game", "first", "second", "winner", "termination", "moves")
    rows = (
        [_result(game[name]) if name == "winner" else game[name] for name in shown]
        for game in games
    )
    headings = ("game", "first", "second", "result", "end", Column("moves", overflow="fold"))
    return table_of(headings, rows, box=SIMPLE_HEAD, padding=0)


def _result(winner: int | None) -> Text:
    """The result, in the colour of the winner's discs."""
    if winner is None:
        return Text("*")
    return Text(RESULTS[winner], DISC_STYLES[disc_name(winner)] if winner else DRAW)


@app.command()
def table(
    tournament: TournamentArgument,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the ranking of a tournament, finished or not.

    Example: enraya games table 1
    """
    with existing_store(store) as kept:
        ranking = Ranking(summarise(kept, kept.tournament(tournament)))
    show_answer(ranking, as_json=as_json)


@app.command()
def show(
    game: Annotated[int, typer.Argument(help="The game's number; see `enraya games list 1`.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one game: who played, how it ended, the moves and the last position.

    Example: enraya games show 1
    """
    with existing_store(store) as kept:
        _, record = kept.game(game)
    if as_json:
        print(record.to_json())
        return
    print(record.to_pgn())
    print(Position.parse(record.moves, record.rules))


@app.command()
def export(
    tournament: TournamentArgument,
    form: Annotated[str, typer.Option("--format", help="jsonl, csv or pgn.")] = "jsonl",
    out: Annotated[Path, typer.Option(help="The file to write; - for standard output.")] = Path(
        _STANDARD
    ),
    store: StoreOption = None,
) -> None:
    """Write the games of a tournament as JSON lines, CSV or PGN.

    Example: enraya games export 1 --format pgn
    """
    if form not in FORMATS:
        raise UnknownName("format", form, FORMATS)
    with existing_store(store) as kept:
        lines = FORMATS[form](kept, kept.tournament(tournament))
        if str(out) == _STANDARD:
            sys.stdout.writelines(lines)
        else:
            write_text(out, "".join(lines))


@app.command(name="import")
def import_file(
    file: Annotated[Path, typer.Argument(help="JSON lines, as `enraya games export` writes them.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read exported games into the store; reading the same file twice adds nothing.

    Example: enraya games import games.jsonl
    """
    try:
        text = sys.stdin.read() if str(file) == _STANDARD else file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"cannot read {str(file)!r}: {error}") from None
    with open_store(store) as kept:
        found = [_object(kept, item) for item in import_games(kept, text)]
    lines = [
        f"tournament {item['tournament']}: {item['games']} games of {printable(item['rules'])}"
        for item in found
    ]
    show_answer(found, lambda: lines, as_json=as_json)
