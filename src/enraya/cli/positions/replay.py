"""`enraya replay`: the state after each line of moves, as JSON."""

import json

from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import RulesOption, SizeOption
from enraya.game.jsonform import replay_object
from enraya.game.position import Position


def replay(
    moves: MovesArguments = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    source: SourceOption = None,
) -> None:
    """Print the state after each line of moves as one JSON object.

    Example: enraya replay --rules boom 55654453667472B
    """
    lines, rule_set = positions_asked_for(moves, source, rules, size)

    def state(line: str) -> str:
        return json.dumps(replay_object(Position.parse(line, rule_set)), separators=(",", ":"))

    answer_each(lines, state)
