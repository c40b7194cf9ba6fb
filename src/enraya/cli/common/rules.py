"""The rule set that ``--rules`` and ``--size`` ask for."""

import re
from typing import Annotated

import typer

from enraya.cli.common.names import completing
from enraya.errors import InvalidSetting
from enraya.game.notation import quote
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        help="Rule set: classic, classic(columns=8, rows=8), boom, …",
        autocompletion=completing("rules"),
    ),
]
SizeOption = Annotated[
    str | None, typer.Option("--size", help="Board of the classic game as columns x rows: 8x8.")
]


def chosen_rules(rules: str, size: str | None) -> RuleSet:
    """The rule set that ``--rules`` and ``--size`` ask for together.

    Raises:
        EnrayaError: when either is wrong or they contradict each other.
    """
    rule_set = parse_rules(rules)
    if size is None:
        return rule_set
    sized = parse_size(size)
    if rule_set.name != "classic":
        raise InvalidSetting(f"--size goes with the classic rules; {rule_set.name!r} has its own")
    if rules.strip() != "classic" and rule_set != sized:
        raise InvalidSetting(f"--size {size} contradicts --rules {rules!r}")
    return sized


def parse_size(text: str) -> RuleSet:
    """The classic rule set on a board written as ``8x8``, columns first."""
    written = re.fullmatch("([0-9]{1,3})[xX×]([0-9]{1,3})", text)
    if written is None:
        raise InvalidSetting(
            f"{quote(text)} is not a board size; write columns x rows, such as 8x8"
        )
    return classic(*map(int, written.groups()))
