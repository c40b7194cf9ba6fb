"""`enraya train ntuple`: a model from games against itself."""

import json
import shlex
from pathlib import Path

from enraya.cli.common.progress import done_bar, progress_console
from enraya.cli.common.resuming import resumable
from enraya.cli.common.rules import chosen_rules
from enraya.learn.quality.strength import describe_strength, strength
from enraya.learn.training.ntuple import (
    POINTS,
    GamesPoint,
    NtupleSettings,
    parse_settings,
    train_ntuple,
)

_SHOWN = 20
"""Parts of a run between two printed lines of the learning curve."""


def train_by_games(
    model: str, out: Path, games: int | None, seed: int, size: str | None, *, as_json: bool
) -> None:
    """Trains the ``ntuple`` written as ``model``, with a bar and the learning curve."""
    rules = chosen_rules("classic", size)
    settings = parse_settings(model, games or NtupleSettings().games, seed, rules)
    words = ["enraya", "train", model, "--games", str(settings.games)]
    words += [] if size is None else ["--size", f"{rules.columns}x{rules.rows}"]
    command = shlex.join([*words, "--out", out.name, "--seed", str(seed)])
    console = progress_console()
    with resumable(out), done_bar("playing", settings.games) as on_done:

        def on_point(point: GamesPoint) -> None:
            on_done(point.games)
            if point.games // max(settings.games // POINTS, 1) % _SHOWN == 0:
                console.print(describe(point))

        training = train_ntuple(out, settings, command, on_point, strength)
    last = training.curve[-1]
    if as_json:
        print(json.dumps({"out": str(out), "model": model, "last": last._asdict()}))
        return
    print(f"{out}: {describe(last)}")


def describe(point: GamesPoint) -> str:
    """A point of the learning curve in words."""
    played = "" if point.strength is None else f", {describe_strength(point.strength)}"
    return f"{point.games} games: values {point.error:.3f} from their targets{played}"
