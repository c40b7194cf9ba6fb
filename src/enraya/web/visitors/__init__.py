"""Who asks, what is theirs, and how much of the laboratory they may use."""
