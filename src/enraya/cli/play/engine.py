"""`enraya engine`: an agent as a program, for any game that speaks the protocol of programs."""

import os
import sys
from typing import Annotated

import typer

from enraya.agents import Limit, check_rules, parse_agent, prepare
from enraya.agents.isolated.lines import GREETING, answer_questions, read_questions
from enraya.agents.text.spec import agent_text
from enraya.cli.common.messages import INTERRUPTED
from enraya.limit import MOST_NODES
from enraya.rules import parse_rules

_RULES = "ENRAYA_RULES"


def engine(
    agent: Annotated[str, typer.Option(help="Who plays; see `enraya agents`.")],
    rules: Annotated[str, typer.Option(envvar=_RULES, help="Rule set.")] = "classic",
    seconds: Annotated[
        float | None, typer.Option(min=0, envvar="ENRAYA_SECONDS", help="Seconds for a move.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_NODES, envvar="ENRAYA_NODES", help="Positions it may look at."
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, envvar="ENRAYA_DEPTH", help="Moves it may look ahead.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, envvar="ENRAYA_SEED", help="Seed for an agent that names none."),
    ] = None,
) -> None:
    """Play one game as a program: the moves so far come in, a column goes out.

    It speaks the protocol of `program:` agents, so any agent can play wherever such a program can.

    Example: enraya engine --agent "level(3)"
    """
    rule_set = parse_rules(rules)
    player = parse_agent(agent_text(agent), seed)
    check_rules(player, rule_set)
    prepare(player, rule_set)
    _say(GREETING)  # everything slow is loaded by now
    is_started_by_a_game = _RULES in os.environ and not sys.stdin.isatty()
    limit = Limit(seconds, nodes, depth)
    questions = read_questions(sys.stdin, rule_set, limit, only_json=is_started_by_a_game)
    try:
        answer_questions(player, questions, _say)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _say(line: str) -> None:
    print(line, flush=True)
