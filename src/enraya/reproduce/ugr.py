"""The alpha-beta player of Granada for Conecta-4 BOOM.

Its opponents, three servers called ninjas, are not public. Our own agents stand in for them, so
its victories can be made plausible here but not reproduced.
"""

from enraya.reproduce.claim import Agreement, Claim, Finding, Lab
from enraya.reproduce.games import game_between, game_command, winner_of
from enraya.reproduce.match import Match

PAPER = "ugr"
NOT_PUBLIC = "the ninjas are not public; these are stand-ins"
TEST = "alphabeta(depth=8, eval=ugr-centre, style=ugr)"
GROUPS = "alphabeta(depth=8, eval=ugr-groups, style=ugr)"
PUBLISHED = "alphabeta(depth=8, eval=ugr-groups(published=true), style=ugr)"
WEAK = "alphabeta(depth=4, eval=ugr-centre, style=ugr)"
GAMES = {
    (GROUPS, TEST): "44443153434551B665611111123",
    (TEST, GROUPS): "433344434356656252225566655B546332411B2234627111",
    (PUBLISHED, TEST): "44434151267341133",
}
"""What a port of the paper's program plays at equal depth."""


def _known_game(first: str, second: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        position = game_between(first, second, "boom")
        same = position.moves == GAMES[first, second]
        return Finding(
            f"{position.moves}, player {winner_of(position)} wins",
            Agreement.REPRODUCED if same else Agreement.NOT,
            "" if same else f"the game should be {GAMES[first, second]}",
        )

    return Claim(
        PAPER,
        "6",
        f"the game of {first} against {second}, as a port of the paper's program plays it",
        lambda _: game_command(first, second, "boom"),
        measure,
        exact=True,
    )


def _both_sides(agent: str, text: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        del lab
        results = {
            WEAK: (game_between(agent, WEAK, "boom"), game_between(WEAK, agent, "boom")),
            TEST: (game_between(agent, TEST, "boom"), game_between(TEST, agent, "boom")),
        }
        words = [
            f"{name}: {_word(winner_of(first) == 1)} as player 1, "
            f"{_word(winner_of(second) == 2)} as player 2"
            for name, (first, second) in results.items()
            if name != agent
        ]
        return Finding("; ".join(words), Agreement.NOT, NOT_PUBLIC)

    rivals = [rival for rival in (WEAK, TEST) if rival != agent]
    sides = [side for rival in rivals for side in ((agent, rival), (rival, agent))]
    commands = "; ".join(game_command(first, second, "boom") for first, second in sides)
    return Claim(PAPER, "2.6", text, lambda _: commands, measure)


def _word(won: bool) -> str:
    return "wins" if won else "loses"


def _against_random(agent: str) -> Claim:
    duel = Match(agent, "random", 200, rules="boom", opening_plies=0)
    return duel.claim(PAPER, "2.6", f"{agent} beats the weakest stand-in, random")


CLAIMS = (
    _both_sides(
        TEST, "depth 8 with the test heuristic beats ninja 1 on both sides, loses to 2 and 3"
    ),
    _both_sides(GROUPS, "depth 8 with the paper's heuristic beats all ninjas on both sides"),
    _both_sides(PUBLISHED, "the same with the rival's pieces forgotten, as published"),
    *(_known_game(first, second) for first, second in GAMES),
    *(_against_random(agent) for agent in (TEST, GROUPS, PUBLISHED)),
    *(
        Match(agent, TEST, 2000, rules="boom").claim(
            PAPER, "2.6", f"the paper's heuristic{how} is stronger than the test heuristic"
        )
        for agent, how in ((GROUPS, ""), (PUBLISHED, ", as published,"))
    ),
)
