"""A random legal column of the classic game, by a program for any Python, even without enraya.

Try it with `enraya match 'program:"python3 random_program.py"' random`.
"""

import os
import random
import sys

COLUMNS = int(os.environ.get("ENRAYA_COLUMNS", "7"))
ROWS = int(os.environ.get("ENRAYA_ROWS", "6"))
NAMES = "123456789abcdefg"  # how the columns are written


def choose(board: list[list[int]], player: int) -> int:
    """Your move, a column from 0; board[column] are its stones, 1 and 2, from the bottom up."""
    # Here your thinking goes.
    return random.choice([column for column in range(COLUMNS) if len(board[column]) < ROWS])


random.seed(os.environ.get("ENRAYA_SEED"))  # same seed, same moves
for line in sys.stdin:  # one line for each of your turns: all moves so far, such as 4453
    board: list[list[int]] = [[] for _ in range(COLUMNS)]
    player = 1
    for name in line.strip():
        board[NAMES.index(name)].append(player)
        player = 3 - player
    print(NAMES[choose(board, player)], flush=True)  # only the column; all else to sys.stderr
