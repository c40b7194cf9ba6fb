"""How good models are: what they predict, how large their errors are, and how they play."""
