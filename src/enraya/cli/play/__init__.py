"""`enraya play`: a game in the terminal, in the player's language."""

from enraya.cli.play.command import PlayCommand, play

__all__ = ["PlayCommand", "play"]
