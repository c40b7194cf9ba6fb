"""`enraya bench`: one benchmark per file."""

import typer

from enraya.cli.bench.analysis import analysis
from enraya.cli.bench.arena import arena
from enraya.cli.bench.evolve import evolve
from enraya.cli.bench.fuzz import fuzz
from enraya.cli.bench.languages import languages
from enraya.cli.bench.mistakes import mistakes
from enraya.cli.bench.oracle import oracle
from enraya.cli.bench.playouts import playouts
from enraya.cli.bench.search import search
from enraya.cli.bench.sets import sets
from enraya.cli.bench.solver import solver
from enraya.cli.bench.web import web

COMMANDS = (
    playouts, solver, sets, oracle, analysis, search, mistakes, arena, languages, evolve, web, fuzz,
)  # fmt: skip

app = typer.Typer(no_args_is_help=True, help="Benchmarks; each command prints one table.")
for command in COMMANDS:
    app.command()(command)
