"""A person at the keyboard or in a notebook, asked for their moves."""

import os

from enraya.errors import EnrayaError
from enraya.game.notation import COLUMN_NAMES, Move, meant_move
from enraya.game.position import Position
from enraya.game.text import disc_name
from enraya.limit import Limit
from enraya.texts import LANGUAGES, preferred_language, texts_in

HUMAN = "human"


def ask_human(position: Position, limit: Limit) -> Move:  # noqa: ARG001  # nobody is hurried
    """The legal move that somebody types after seeing the board."""
    language = preferred_language(os.environ)
    t = texts_in(language if language in LANGUAGES else "en")
    names = COLUMN_NAMES[: position.rules.columns]
    choices = [f"{names[0]}-{names[-1]}", *([t("terminal.boom")] if position.can_explode else [])]
    question = t("terminal.prompt", disc=disc_name(position.mover), choices=", ".join(choices))
    print(position)
    while True:
        try:
            move = meant_move(input(question).strip(), position.rules.columns)
            position.play(move)
        except EnrayaError as error:
            print(t("terminal.try_again", why=t.say(error.sentence)))
        else:
            return move
