"""How well the agents of enraya play."""
