"""`enraya match` and `enraya tournament`: two agents against each other, many in one ranking."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.agents import parse_agent
from enraya.agents.text.spec import parse_spec
from enraya.arena.plan.entrants import (
    Entrant,
    TournamentFile,
    make_entrants,
    named_agents,
    read_tournament_file,
    two_entrants,
)
from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.options import GameOptions, MistakesOption, open_store
from enraya.cli.arena.playing import enter_tournament, finish_and_print
from enraya.cli.common.options import JsonOption
from enraya.errors import InvalidNotation, InvalidSetting, UnknownName


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent; see `enraya agents`.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
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


def tournament(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT]...",
            help="Agents, see `enraya agents`; files, folders of files, patterns such as *.py.",
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help='A TOML file: agents = ["random", "level(3)"].')
    ] = None,
    kind: Annotated[
        str, typer.Option(help="round-robin, gauntlet, knockout or swiss.")
    ] = "round-robin",
    preset: Annotated[
        str | None, typer.Option(help=f"Ready-made agents and rules: {', '.join(PRESETS)}.")
    ] = None,
    resume: Annotated[
        int | None, typer.Option(min=1, help="Resume the tournament with this number.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="Games per pair of agents, half on each side.")
    ] = 2,
    rounds: Annotated[
        int, typer.Option(min=0, help="Rounds of a Swiss tournament; as many as needed by default.")
    ] = 0,
    *,
    options: GameOptions,
    csv: Annotated[
        Path | None, typer.Option(help="Also write the ranking to this file, for spreadsheets.")
    ] = None,
    mistakes: MistakesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let agents play each other and rank them; an interrupted tournament resumes.

    Example: enraya tournament random greedy "level(3)" "genes(0.9, 0.6, 1, 0.5)" --games 4

    For a class whose files are in a folder: enraya tournament FOLDER --seconds 1 --csv class.csv
    """
    if resume is not None:
        if agents or file or preset:
            raise InvalidSetting("--resume continues the tournament as it was; it takes no agents")
        with open_store(options.store) as store:
            known = store.tournament(resume)
            finish_and_print(known, store, options, mistakes=mistakes, as_json=as_json, csv=csv)
        return
    listed = read_tournament_file(file) if file else TournamentFile([])
    max_bytes = options.max_bytes or listed.max_bytes
    options = options._replace(rules=_rules_of(preset, options), max_bytes=max_bytes)
    settings = options.settings(kind, _entrants(agents, listed, preset), games, rounds=rounds)
    with open_store(options.store) as store:
        entered = enter_tournament(settings, store, options)
        finish_and_print(entered, store, options, mistakes=mistakes, as_json=as_json, csv=csv)


def _rules_of(preset: str | None, options: GameOptions) -> str:
    """The rules that the options give, else those of the preset."""
    if preset is None:
        return options.rules
    if preset not in PRESETS:
        raise UnknownName("preset", preset, PRESETS)
    is_default = options.rules == "classic" and options.size is None
    return PRESETS[preset].rules if is_default else options.rules


def _entrants(
    agents: list[str] | None, listed: TournamentFile, preset: str | None
) -> tuple[Entrant, ...]:
    """The agents of the preset, the file and the command line together."""
    presets = PRESETS[preset].agents if preset else ()
    found = named_agents([*presets, *listed.agents, *(agents or ())])
    if len(found) < 2:
        for _, text in found:
            _check_exists(text)
        raise InvalidSetting("a tournament needs at least two agents; see `enraya agents`")
    return make_entrants(found)


def _check_exists(text: str) -> None:
    """Refuses a text that names no agent, which most often is a mistyped folder.

    Raises:
        InvalidSetting: when there is no agent of that name.
    """
    if "(" in text:
        return
    try:
        spec = parse_spec(text)
        if not spec.is_isolated:
            parse_agent(spec)
    except (UnknownName, InvalidNotation):
        raise InvalidSetting(
            f"there is no agent, file or folder {text!r}; see `enraya agents`"
        ) from None
