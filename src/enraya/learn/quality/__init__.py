"""How good models are: what they predict, how far that is off, and how they play."""
