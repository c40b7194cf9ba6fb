"""`enraya sprt`: play until it is clear whether one agent is stronger."""

from typing import Annotated

import typer

from enraya.arena.plan.entrants import two_entrants
from enraya.arena.play.sprt_match import SprtMatch
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import NO_PAIRS, Pentanomial
from enraya.cli.arena.live import live_ratio
from enraya.cli.arena.options import GameOptions
from enraya.cli.arena.playing import enter_tournament, play_games
from enraya.cli.arena.sprt_verdict import Played, print_verdict
from enraya.cli.arena.stores import open_store
from enraya.cli.common.names import completing
from enraya.cli.common.option_groups import with_options
from enraya.cli.common.options import JsonOption
from enraya.errors import InvalidSetting

OPENING_PLIES = 6
"""More than in other matches: a test may need thousands of openings, none of them twice."""
MOST_GAMES = 20_000
_DIGITS = 9


@with_options(GameOptions, opening_plies=OPENING_PLIES)
def sprt(
    first: Annotated[
        str | None,
        typer.Argument(
            metavar="A",
            help="The agent in question.",
            show_default=False,
            autocompletion=completing("agent"),
        ),
    ] = None,
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="B",
            help="Its opponent.",
            show_default=False,
            autocompletion=completing("agent"),
        ),
    ] = None,
    elo0: Annotated[float, typer.Option(help="H0: A is stronger by this much.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: A is stronger by this much.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted in error.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted in error.")] = 0.05,
    logistic: Annotated[
        bool, typer.Option("--logistic", help="elo0 and elo1 are on the scale of the ratings.")
    ] = False,
    counts: Annotated[
        str | None,
        typer.Option(help="Judge these pairs instead of playing: LL,LD,DD+WL,WD,WW."),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Give up after N games.")] = MOST_GAMES,
    *,
    options: GameOptions,
    as_json: JsonOption = False,
) -> None:
    """Play pairs of games until it is clear whether A is stronger than B by elo0 or by elo1.

    Elo is normalized: a difference of 100 shows soon, one of 5 takes thousands of games.
    The same command continues a test that was interrupted.

    Example: enraya sprt "level(4)" "level(3)" --elo0 0 --elo1 100
    """
    test = Sprt(elo0, elo1, alpha, beta, normalized=not logistic)
    if counts is not None:
        if first is not None:
            raise InvalidSetting("give two agents or --counts, not both")
        print_verdict(test, parse_counts(counts), as_json=as_json)
        return
    if first is None or second is None:
        raise InvalidSetting("give two agents to play, or --counts to judge pairs already played")
    settings = options.settings("sprt", two_entrants(first, second), games, test=test)
    with open_store(options.store) as store:
        tournament = enter_tournament(settings, store, options)
        play_games(tournament, store, options, live_ratio(store, tournament, test))
        match = SprtMatch.start(test).after(store.winners(tournament.id))
        played = Played(tournament, store.path)
    print_verdict(test, match.counts, played, as_json=as_json)


def parse_counts(text: str) -> Pentanomial:
    """The five numbers of pairs in a text such as ``3,10,25,14,6``.

    Raises:
        InvalidSetting: when it is anything else.
    """
    numbers = [word.strip() for word in text.split(",")]
    usable = all(word.isascii() and word.isdecimal() and len(word) <= _DIGITS for word in numbers)
    if len(numbers) != len(NO_PAIRS) or not usable:
        raise InvalidSetting(
            f"{text!r} is not five counts of pairs; write LL,LD,DD+WL,WD,WW, such as 3,10,25,14,6"
        )
    ll, ld, middle, wd, ww = map(int, numbers)
    return ll, ld, middle, wd, ww
