"""Who is the best of five, and how sure is that?

Run it with: python examples/04_tournament.py
"""

import enraya

AGENTS = ["random", "greedy", "level(3)", "genes(0.92, 0.59, 0.97, 0.47)", "alphabeta(depth=3)"]

if __name__ == "__main__":
    print(enraya.tournament(AGENTS, games=4, seed=7))  # workers=2 would use two processes
