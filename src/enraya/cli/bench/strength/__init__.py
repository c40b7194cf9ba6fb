"""`enraya bench` verbs about how well agents play."""
