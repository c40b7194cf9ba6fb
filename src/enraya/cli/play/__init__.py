"""Playing one game: `enraya play` in the terminal, `enraya engine` for other programs."""

from enraya.cli.play.command import PlayCommand, play
from enraya.cli.play.engine import engine

__all__ = ["PlayCommand", "engine", "play"]
