"""Playing one game: `enraya play` in the terminal, `enraya engine` for other programs."""

from enraya.cli.common.verbs import make_app
from enraya.cli.play.command import PlayCommand, play

app = make_app()
app.command(cls=PlayCommand)(play)
