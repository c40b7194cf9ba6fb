"""Playing: a single game, the jobs of a worker, a whole tournament or sequential test."""
