"""The inside of an agent's own process: runs its file and answers the game."""
