"""A first game: two random players on the classic board, drawn at the end.

Run it with: python examples/01_first_game.py
"""

import enraya

game = enraya.play("random", "random", seed=2024)
print(game.position)
print(game.to_pgn())
