"""The claims of the paper from Granada on its alpha-beta player for Conecta-4 BOOM.

The player's opponents, three servers called ninjas, are not public. Enraya's ninjas are stand-ins,
so the victories can be made plausible but not reproduced.
"""

from enraya.reproduce.claim import Claim, Finding, Kind, decided
from enraya.reproduce.experiments import (
    Played,
    fixed_game,
    match_of,
    result_of,
    stand_in_claim,
    stronger,
)

PAPER = "ugr"
RULES = "boom"
TEST = "alphabeta(depth=8, eval=ugr-centre, style=ugr)"
GROUPS = "alphabeta(depth=8, eval=ugr-groups, style=ugr)"
PUBLISHED = "alphabeta(depth=8, eval=ugr-groups(published=true), style=ugr)"
DIAGONALS = "alphabeta(depth=8, eval=ugr-groups(diagonals=true), style=ugr)"
NINJAS = tuple(f"ninja({level})" for level in (1, 2, 3))
PORT = {
    (GROUPS, TEST): "44443153434551B665611111123",
    (TEST, GROUPS): "433344434356656252225566655B546332411B2234627111",
    (PUBLISHED, TEST): "44434151267341133",
}
"""The games that a port of the paper's program plays at the same depth."""


def _known_game(first: str, second: str) -> Claim:
    def judge_game(played: Played) -> Finding:
        wanted = PORT[first, second]
        is_same = played[0].moves == wanted
        return decided(result_of(played[0]), is_same, f"the game should be {wanted}")

    return Claim(
        PAPER, "Valoracion", f"the game of {first} (X) against {second} (O), as a port of the "
        "paper's player plays it", (fixed_game(first, second, RULES),), judge_game, Kind.EXACT,
    )  # fmt: skip


def _both_sides(agent: str, ninja: str, text: str) -> Claim:
    """A claim on the games of an agent against a ninja, on both sides."""
    return stand_in_claim(PAPER, "Memoria", text, (agent, ninja), RULES, "the ninjas are")


CLAIMS = (
    *(
        _both_sides(
            "ValoracionTest", ninja, f"the search with the test heuristic {does} {ninja}, as first "
            "and as second player",
        )
        for ninja, does in zip(NINJAS, ("beats", "loses to", "loses to"), strict=True)
    ),
    *(
        _both_sides(agent, ninja, f"{who} beats {ninja} as first and as second player")
        for agent, who in (
            ("Poda_AlfaBeta", "Poda_AlfaBeta, the paper's player,"),
            (GROUPS, "the same player, mended to see the rival's runs as player 1,"),
        )
        for ninja in NINJAS
    ),
    *(_known_game(first, second) for first, second in PORT),
    *(
        stronger(
            PAPER, "Valoracion", f"the paper's heuristic{how} is better than the test heuristic",
            match_of(agent, TEST, games=2000, rules=RULES),
        )
        for agent, how in ((GROUPS, ""), (PUBLISHED, ", as published,"))
    ),
    stronger(
        PAPER, "Valoracion", "counting runs in diagonals too gave worse results: the paper's "
        "heuristic against itself with diagonals",
        match_of(GROUPS, DIAGONALS, games=2000, rules=RULES),
    ),
)  # fmt: skip
