"""`enraya sprt`: play until it is clear whether one agent is stronger."""

from typing import Annotated

import typer

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_SEED, TournamentSettings
from enraya.arena.play.sprt_match import SprtMatch
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import NO_PAIRS, Pentanomial
from enraya.arena.store.store import Store
from enraya.cli.arena.running import (
    AddressOption,
    AgainOption,
    BalancedOption,
    ClockOption,
    DepthOption,
    EngineOption,
    MemoryOption,
    NodesOption,
    OpeningPliesOption,
    OpeningsOption,
    SecondsOption,
    SeedOption,
    StoreOption,
    WorkersOption,
    default_store,
    limit_of,
    openings_in,
)
from enraya.cli.arena.sprt_answer import Played, print_verdict, running_ratio
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.errors import InvalidSetting
from enraya.work import engine_at

OPENING_PLIES = 6
"""More than in other matches: a test may take thousands of openings, and none should come twice."""
MOST_GAMES = 20_000
_DIGITS = 9


def sprt(
    first: Annotated[
        str | None, typer.Argument(metavar="A", help="The agent in question.", show_default=False)
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="Its opponent.", show_default=False)
    ] = None,
    elo0: Annotated[float, typer.Option(help="H0: A is stronger by this much.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: A is stronger by this much.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="How often H1 may be accepted in error.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often H0 may be accepted in error.")] = 0.05,
    logistic: Annotated[
        bool, typer.Option("--logistic", help="elo0 and elo1 are on the scale of ratings.")
    ] = False,
    counts: Annotated[
        str | None,
        typer.Option(help="Judge these pairs instead of playing: LL,LD,DD+WL,WD,WW."),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Give up after so many.")] = MOST_GAMES,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    clock: ClockOption = "",
    opening_plies: OpeningPliesOption = OPENING_PLIES,
    openings: OpeningsOption = None,
    balanced: BalancedOption = False,
    seed: SeedOption = DEFAULT_SEED,
    store: StoreOption = None,
    engine: EngineOption = "processes",
    address: AddressOption = None,
    workers: WorkersOption = None,
    memory_mb: MemoryOption = 0,
    again: AgainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play pairs of games until it is clear whether A is stronger than B by elo0 or by elo1.

    Elo is normalized: 100 is a difference that shows soon, 5 one that takes thousands of games.
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
    rule_set = chosen_rules(rules, size)
    settings = TournamentSettings(
        kind="sprt",
        agents=make_entrants([first, second]),
        games=games,
        rules=rule_set.spec,
        seed=seed,
        limit=limit_of(seconds, nodes, depth),
        clock=clock,
        opening_plies=opening_plies,
        balanced=balanced,
        openings=openings_in(openings, rule_set),
        memory_mb=memory_mb,
        test=test,
    )
    with Store(store or default_store()) as kept:
        with progress_bar("openings", settings.openings_needed) as advance:
            tournament = enter(settings, kept, again=again, on_opening=lambda: advance(1))
        with running_ratio(kept, tournament, test) as on_games:
            where = engine_at(engine, address)
            run_tournament(tournament, kept, engine=where, workers=workers, on_games=on_games)
        match = SprtMatch.start(test).after(kept.winners(tournament.id))
        played = Played(tournament, kept.path)
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
            f"{text!r} are no counts of pairs; write five numbers LL,LD,DD+WL,WD,WW: 3,10,25,14,6"
        )
    ll, ld, middle, wd, ww = map(int, numbers)
    return ll, ld, middle, wd, ww
