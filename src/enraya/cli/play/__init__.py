"""Playing one game: `enraya play` in the terminal, `enraya engine` for other programs."""
