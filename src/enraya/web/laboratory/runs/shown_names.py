"""What people call the agents of a laboratory."""

import re
from collections.abc import Iterable, Mapping

from enraya.texts import Texts
from enraya.web.laboratory.runs.runs import Run
from enraya.web.laboratory.thinking.allowed_agents import OFFERS

Models = Mapping[int, Run]
"""The training runs of the laboratory by what ``learned(run-7)`` calls them."""
_LEVEL = re.compile(r"level\((\d+)\)")
_LEARNED = re.compile(r"learned\(run-(\d+)(?:, ?depth=(\d+))?\)")


def models_of(runs: Iterable[Run]) -> Models:
    """Training runs by their numbers in agents."""
    return {run.id: run for run in runs}


def shown_name(agent: str, models: Models, t: Texts) -> str:
    """What people call an agent: as the page does, or by its text."""
    text, sign, number = agent.partition(" #")  # of two that are the same, one has a number
    level, learned = _LEVEL.fullmatch(text), _LEARNED.fullmatch(text)
    kind = next((kind for kind, offer in OFFERS.items() if offer == text), None)
    if level:
        text = t("player.level_n", level=level[1])
    elif learned and int(learned[1]) in models:
        text = _model_name(models[int(learned[1])], learned[2], t)
    elif kind:
        text = t(f"player.{kind}")
    return text + sign + number


def _model_name(run: Run, depth: str | None, t: Texts) -> str:
    name = t("player.run", number=run.number, model=t(f"learning.model.{run.settings['model']}"))
    return t("report.at_depth", model=name, depth=depth) if depth else name
