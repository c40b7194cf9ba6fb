"""Whose mistakes `enraya bench mistakes` counts."""

AGENTS = (
    "random(seed=1)",
    "greedy",
    "genes(0.92, 0.59, 0.97, 0.47, seed=1)",
    "alphabeta(depth=4, eval=uam-h2(base=2), style=uam)",
    "alphabeta(depth=4, eval=rivest, style=porto)",
    "alphabeta(depth=8, eval=qmatic, style=upc)",
    "alphabeta(depth=8)",
    "mcts(iterations=2000, seed=1)",
    "level(7, seed=1)",
    "search(seconds=0.1)",
)
