"""The alpha-beta player of Granada for Conecta-4 BOOM.

Its opponents, three servers called ninjas, are not public. Our own agents stand in for them, so
its victories can be made plausible here but not reproduced.
"""

from enraya.reproduce.claim import Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.games import Game, Games
from enraya.reproduce.match import Match

PAPER = "ugr"
RULES = "boom"
TEST = "alphabeta(depth=8, eval=ugr-centre, style=ugr)"
GROUPS = "alphabeta(depth=8, eval=ugr-groups, style=ugr)"
PUBLISHED = "alphabeta(depth=8, eval=ugr-groups(published=true), style=ugr)"
WEAK = "alphabeta(depth=4, eval=ugr-centre, style=ugr)"
PORT = {
    (GROUPS, TEST): "44443153434551B665611111123",
    (TEST, GROUPS): "433344434356656252225566655B546332411B2234627111",
    (PUBLISHED, TEST): "44434151267341133",
}
"""What a port of the paper's program plays at equal depth."""


def _known_game(first: str, second: str) -> Claim:
    games = Games((("", Game(first, second, RULES)),))

    def measure(lab: Lab) -> Finding:
        del lab
        (end,) = games.play()
        figure = games.describe([end])
        if end.moves == PORT[first, second]:
            return Finding(figure, Agreement.REPRODUCED)
        return Finding(figure, Agreement.NOT, f"the game should be {PORT[first, second]}")

    return Claim(
        PAPER, "Valoracion", f"the game of {first} (X) against {second} (O), as a port of the "
        "paper's player plays it",
        games.command, measure, games.read, Kind.EXACT,
    )  # fmt: skip


def _both_sides(agent: str, rivals: tuple[str, ...], text: str) -> Claim:
    """The claim that an agent beats the ninjas, against stand-ins on both sides."""
    games = Games(
        tuple(
            pair
            for rival in rivals
            for pair in (
                (f"as X against {rival}: ", Game(agent, rival, RULES)),
                ("as O: ", Game(rival, agent, RULES)),
            )
        )
    )

    def measure(lab: Lab) -> Finding:
        del lab
        because = "the ninjas are not public; these are stand-ins"
        return Finding(games.describe(games.play()), Agreement.NOT, because)

    return Claim(PAPER, "Memoria", text, games.command, measure, games.read)


CLAIMS = (
    _both_sides(TEST, (WEAK,), "depth 8 with the test heuristic beats ninja 1 on both sides"),
    _both_sides(
        GROUPS, (WEAK, TEST), "depth 8 with the paper's heuristic beats all ninjas on both sides"
    ),
    _both_sides(
        PUBLISHED, (WEAK, TEST), "the same with the rival's stones forgotten, as published"
    ),
    *(_known_game(first, second) for first, second in PORT),
    *(
        Match(agent, (TEST,), 2000, RULES).claim(
            PAPER, "Valoracion", f"the paper's heuristic{how} is better than the test heuristic"
        )
        for agent, how in ((GROUPS, ""), (PUBLISHED, ", as published,"))
    ),
)
