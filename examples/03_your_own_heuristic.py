"""Your own heuristic in a few lines, against a player from the papers.

Run it with: python examples/03_your_own_heuristic.py

From the command line: enraya play --second file:examples/03_your_own_heuristic.py
"""

from enraya import Position
from enraya.agents import parse_agent
from enraya.arena.play.play import play_game


def heuristic(position: Position) -> float:
    """How good the position is for the player to move: stones near the middle."""
    middle = (position.rules.columns + 1) / 2

    def closeness(player: int) -> float:
        return sum(middle - abs(middle - cell.column) for cell in position.stones(player))

    return closeness(position.mover) - closeness(3 - position.mover)


def main() -> None:
    """Plays both sides of a game against alpha-beta with Rivest's evaluation."""
    mine = parse_agent(f"alphabeta(depth=4, eval=file:{__file__})")
    rival = parse_agent("alphabeta(depth=2, eval=rivest)")
    for players in ((mine, rival), (rival, mine)):
        record = play_game(players, Position.start())
        print(f"{players[0].name} – {players[1].name}")
        print(Position.parse(record.moves), end="\n\n")


if __name__ == "__main__":
    main()
