"""`enraya book`: build, inspect, export and verify opening books."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from enraya.cli.common.messages import DISAGREEMENT, fail, resumable
from enraya.cli.common.options import (
    CLI_TABLE_MB,
    EngineOption,
    JsonOption,
    TableOption,
    WorkersOption,
)
from enraya.cli.common.positions import SizeOption, chosen_rules
from enraya.cli.common.progress import done_bar, tracked
from enraya.cli.common.tables import right, show, table_of
from enraya.cli.common.verbs import make_app
from enraya.solver.book import Book
from enraya.solver.book_build import build_book
from enraya.solver.book_check import (
    compare_with_bitbully,
    count_outcomes,
    positions_of,
    verify_book,
)
from enraya.solver.book_file import load_book, save_book, shipped_book

app = make_app(help="Opening books: exact scores of early positions.")
FileArgument = Annotated[
    Path | None, typer.Argument(help="A book file; the shipped one if not given.")
]


def _load(file: Path | None) -> Book:
    return shipped_book() if file is None else load_book(file)


@app.command()
def build(
    plies: Annotated[int, typer.Option(min=0, help="Include all positions of up to N moves.")],
    out: Annotated[Path, typer.Option(help="The book file to write.")],
    size: SizeOption = None,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
) -> None:
    """Solve all positions of up to N moves and write them to a file.

    Finished work is kept in FILE.part: after an interruption the same command
    resumes from there.

    Example: enraya book build --size 5x5 --plies 6 --out 5x5.book
    """
    rules = chosen_rules("classic", size)
    with resumable(out) as part, done_bar("solving positions") as on_done:
        book = build_book(
            rules, plies, engine=engine, workers=workers, checkpoint=part, on_done=on_done
        )
        save_book(book, out)
    print(f"{out}: all positions up to {plies} plies, {book.slots.size:,} bytes")


@app.command()
def info(file: FileArgument = None, as_json: JsonOption = False) -> None:
    """Print what a book holds.

    Example: enraya book info
    """
    book = _load(file)
    facts = {
        "columns": book.rules.columns,
        "rows": book.rules.rows,
        "plies": book.plies,
        "entries": book.entries,
        "bytes": int(book.slots.size),
    }
    lines = [f"{name}: {value}" for name, value in facts.items()]
    show(facts, lambda: "\n".join(lines), as_json=as_json)


@app.command()
def export(file: FileArgument = None) -> None:
    """Print every position of a book on its own line: its moves, its score.

    Mirror images are listed once. The empty board has no moves, so its line is just its score.

    Example: enraya book export
    """
    book = _load(file)
    for position in positions_of(book):
        print(f"{position.moves} {book.score(position)}".lstrip())


@app.command()
def counts(file: FileArgument = None, as_json: JsonOption = False) -> None:
    """Print how many positions the first player wins, draws and loses, by number of stones.

    Mirror images are counted.

    Example: enraya book counts
    """
    found = list(count_outcomes(_load(file)))
    rows = ([f"{number:,}" for number in outcomes] for outcomes in found)
    headings = map(right, ("stones", "won", "drawn", "lost"))
    answer = [outcomes._asdict() for outcomes in found]
    show(answer, lambda: table_of(headings, rows), as_json=as_json)


@app.command()
def verify(
    file: FileArgument = None,
    sample: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How many positions to solve again.")
    ] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    table_mb: TableOption = CLI_TABLE_MB,
    against: Annotated[
        Literal["bitbully"] | None,
        typer.Option(help="Instead compare every position that this program's own book has."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve a random sample of a book's positions again, also with bitbully when installed.

    Example: enraya book verify --sample 5
    """
    book = _load(file)
    if against:
        with done_bar("comparing positions") as on_done:
            known, checks = compare_with_bitbully(book, on_done)
    else:
        again = verify_book(book, sample, seed, table_mb)
        known, checks = sample, list(tracked("verifying", again, sample))
    wrong = [check for check in checks if not check.agrees]
    for check in wrong:
        fail(f"{check.moves}: the book says {check.book}, solvers say {check.solvers}")
    agree = known - len(wrong)
    show(
        {"positions": known, "agree": agree},
        lambda: f"{agree:,} of {known:,} positions agree",
        as_json=as_json,
    )
    if wrong:
        raise typer.Exit(DISAGREEMENT)
