"""The texts of agents: how they are read, and the named players and languages in them."""
