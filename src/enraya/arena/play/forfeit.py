"""Games that are not played, because the rules of the tournament bar one of the agents."""

from enraya.game.position import Position
from enraya.game.record import GameRecord, Termination


def forfeited(
    opening: Position, agents: tuple[str, str], barred: tuple[str, str], seed: int
) -> GameRecord:
    """The record of a game that a barred agent loses without a move.

    Args:
        opening: where the game would have begun.
        agents: who would have moved first and second.
        barred: why each of them may not play, empty if it may; when neither may, the one to move
            loses.
        seed: that of the game.
    """
    loser = opening.mover if all(barred) else 1 if barred[0] else 2
    return GameRecord(
        rules=opening.rules.spec,
        agents=agents,
        moves=opening.moves,
        winner=3 - loser,
        termination=Termination.FILE_SIZE,
        opening=opening.moves,
        seed=seed,
        reason=barred[loser - 1],
    )
