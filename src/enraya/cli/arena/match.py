"""`enraya match`: two agents against each other."""

from typing import Annotated

import typer

from enraya.arena.plan.entrants import two_entrants
from enraya.cli.arena.options import GameOptions, MistakesOption
from enraya.cli.arena.playing import enter_tournament, finish_and_print
from enraya.cli.arena.stores import open_store
from enraya.cli.common.names import completing
from enraya.cli.common.option_groups import with_options
from enraya.cli.common.options import JsonOption


@with_options(GameOptions)
def match(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="An agent; see `enraya agents`.", autocompletion=completing("agent")
        ),
    ],
    second: Annotated[
        str, typer.Argument(metavar="B", help="Its opponent.", autocompletion=completing("agent"))
    ],
    games: Annotated[int, typer.Option(min=1, help="Number of games, half on each side.")] = 100,
    *,
    options: GameOptions,
    mistakes: MistakesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play games between two agents, in pairs that share an opening with sides swapped.

    Example: enraya match "level(3)" "alphabeta(depth=4)" --games 20
    """
    settings = options.settings("match", two_entrants(first, second), games)
    with open_store(options.store) as store:
        tournament = enter_tournament(settings, store, options)
        finish_and_print(tournament, store, options, mistakes=mistakes, as_json=as_json)
