"""Your own heuristic in a few lines, against a player from the papers.

Run it with: python examples/03_your_own_heuristic.py

From the command line: enraya play --second file:examples/03_your_own_heuristic.py
"""

import enraya


def heuristic(position: enraya.Position) -> float:
    """How good the position is for the player to move: stones near the middle."""
    middle = (position.rules.columns + 1) / 2

    def closeness(player: int) -> float:
        return sum(middle - abs(middle - cell.column) for cell in position.stones(player))

    return closeness(position.mover) - closeness(3 - position.mover)


def main() -> None:
    """Plays both sides of a game against alpha-beta with Rivest's evaluation."""
    mine, rival = enraya.agent(heuristic=heuristic, name="mine"), "alphabeta(depth=2, eval=rivest)"
    for first, second in ((mine, rival), (rival, mine)):
        print(enraya.play(first, second), end="\n\n")


if __name__ == "__main__":
    main()
