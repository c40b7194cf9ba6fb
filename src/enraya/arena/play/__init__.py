"""Playing it: one game, the work of one process, a whole tournament or test."""
