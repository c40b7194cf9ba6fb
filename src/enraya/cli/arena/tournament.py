"""`enraya tournament`: many agents, one ranking."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.arena.plan.entrants import Entrant, make_entrants, read_agents
from enraya.arena.plan.presets import PRESETS
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
    finish_and_print,
    limit_of,
    openings_in,
    play_and_print,
)
from enraya.cli.common.options import JsonOption
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.errors import InvalidSetting, UnknownName
from enraya.work import engine_at

PresetOption = Annotated[
    str | None,
    typer.Option(help=f"Ready-made agents and rules: {', '.join(PRESETS)}."),
]


def tournament(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]...", help="See `enraya agents`.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help='A TOML file: agents = ["random", "level(3)"].')
    ] = None,
    kind: Annotated[
        str, typer.Option(help="round-robin, gauntlet, knockout or swiss.")
    ] = "round-robin",
    preset: PresetOption = None,
    resume: Annotated[
        int | None, typer.Option(min=1, help="Go on with the tournament of this number.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="For each two agents that meet, half on each side.")
    ] = 2,
    rounds: Annotated[
        int, typer.Option(min=0, help="Of a Swiss tournament; as many as needed by default.")
    ] = 0,
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
    """Let agents play each other and rank them; an interrupted tournament goes on where it was.

    Example: enraya tournament random greedy "level(3)" "genes(0.9, 0.6, 1, 0.5)" --games 4
    """
    options = RunOptions(engine_at(engine, address), workers, mistakes, as_json)
    if resume is not None:
        if agents or file or preset:
            raise InvalidSetting("--resume goes on with what it was; it takes no agents")
        with Store(store or default_store()) as kept:
            finish_and_print(kept.tournament(resume), kept, options)
        return
    rule_set = chosen_rules(_rules_of(preset, rules, size), size)
    settings = TournamentSettings(
        kind=kind,
        agents=_entrants(agents, file, preset),
        games=games,
        rules=rule_set.spec,
        seed=seed,
        limit=limit_of(seconds, nodes, depth),
        clock=clock,
        opening_plies=opening_plies,
        balanced=balanced,
        openings=openings_in(openings, rule_set),
        rounds=rounds,
        memory_mb=memory_mb,
    )
    settings.check()
    with Store(store or default_store()) as kept:
        play_and_print(settings, kept, options, again=again)


def _rules_of(preset: str | None, rules: str, size: str | None) -> str:
    """The rules as written; those of the preset when none are."""
    if preset is None:
        return rules
    if preset not in PRESETS:
        raise UnknownName("preset", preset, PRESETS)
    return PRESETS[preset].rules if rules == "classic" and size is None else rules


def _entrants(
    agents: list[str] | None, file: Path | None, preset: str | None
) -> tuple[Entrant, ...]:
    """The agents of the preset, the file and the command line together."""
    specs: list[str | tuple[str, str]] = list(PRESETS[preset].agents) if preset else []
    specs += read_agents(file) if file else []
    specs += agents or []
    if len(specs) < 2:
        raise InvalidSetting("a tournament needs at least two agents; see `enraya agents`")
    return make_entrants(specs)
