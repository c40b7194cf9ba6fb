"""Sources of different teams that look alike, for the operator to look at."""
