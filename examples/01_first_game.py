"""A first game: two random players on the classic board, drawn at the end.

Run it with: python examples/01_first_game.py
"""

import numpy as np

from enraya import Position
from enraya.agents import Limit, RandomAgent
from enraya.game.record import GameRecord

agent = RandomAgent(np.random.default_rng(2024))
position = Position.start()
while not position.is_over:
    position = position.play(agent.choose(position, Limit()).move)

print(position)
print(GameRecord.of(position, (agent.name, agent.name)).to_pgn())
