"""`enraya match`: two agents against each other."""

from typing import Annotated

import typer

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, DEFAULT_SEED, TournamentSettings
from enraya.arena.store.store import Store
from enraya.cli.arena.running import (
    AddressOption,
    AgainOption,
    BalancedOption,
    ClockOption,
    DepthOption,
    EngineOption,
    MemoryOption,
    MistakesOption,
    NodesOption,
    OpeningPliesOption,
    OpeningsOption,
    RunOptions,
    SecondsOption,
    SeedOption,
    StoreOption,
    WorkersOption,
    default_store,
    limit_of,
    openings_in,
    play_and_print,
)
from enraya.cli.common.options import JsonOption
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.work import engine_at


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent: see `enraya agents`.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    games: Annotated[int, typer.Option(min=1, help="How many games, half on each side.")] = 100,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    clock: ClockOption = "",
    opening_plies: OpeningPliesOption = DEFAULT_OPENING_PLIES,
    openings: OpeningsOption = None,
    balanced: BalancedOption = False,
    seed: SeedOption = DEFAULT_SEED,
    store: StoreOption = None,
    engine: EngineOption = "processes",
    address: AddressOption = None,
    workers: WorkersOption = None,
    memory_mb: MemoryOption = 0,
    again: AgainOption = False,
    mistakes: MistakesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play games between two agents, in pairs from one opening with sides swapped.

    Example: enraya match "level(3)" "alphabeta(depth=4)" --games 20
    """
    rule_set = chosen_rules(rules, size)
    settings = TournamentSettings(
        kind="match",
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
    )
    with Store(store or default_store()) as kept:
        play_and_print(
            settings,
            kept,
            RunOptions(engine_at(engine, address), workers, mistakes, as_json),
            again=again,
        )
