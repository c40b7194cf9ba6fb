"""The Lisp players of Madrid: heuristics for depth 4, and an evaluation learned by regression."""

from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab
from enraya.reproduce.contest import Contest
from enraya.reproduce.match import Match, share_interval

PAPER = "uam"
HEURISTICS = {
    "H0": "uam-h0",
    "H1": "uam-h1",
    "H2 base 10": "uam-h2(base=10)",
    "H2 base 2": "uam-h2(base=2)",
    "H3": "uam-h3(published=true)",
    "even-odd 10": "uam-evenodd(three=10)",
}
PLAYERS = {
    name: f"alphabeta(depth=4, eval={heuristic}, style=uam)"
    for name, heuristic in HEURISTICS.items()
}
SOUND_H3 = "H3 as intended"
CONTEST = Contest(PLAYERS | {SOUND_H3: "alphabeta(depth=4, eval=uam-h3, style=uam)"}, games=1000)
ALWAYS = ("H2 base 10", "H2 base 2", "H3", "even-odd 10")
"""The players that, the paper says, win 100 % against the random player."""


def _against_random(name: str) -> Claim:
    duel = Match(PLAYERS[name], "random", 1000, opening_plies=0)
    text = f"{name} against random, half of the games on each side"
    if name in ALWAYS:
        text += ": 100 %"
    elif name == "H1":
        text += " (chart lost)"

    def measure(lab: Lab) -> Finding:
        tally = duel.play(lab)
        low, high = share_interval(tally)
        figure = (
            f"{tally.total.share:.1%} of the points ({low:.1%} to {high:.1%}); "
            f"first {_wins(tally.as_first)}, second {_wins(tally.as_second)}"
        )
        return Finding(figure, *_verdict(name, tally))

    return Claim(PAPER, "1.6", text, duel.command, measure)


def _wins(score: ResultCounts) -> str:
    return f"{score.wins} of {score.games} won"


def _verdict(name: str, tally: Tally) -> tuple[Agreement, str]:
    if name not in ALWAYS:
        return Agreement.NOT, "the paper's figure is lost; this is ours"
    if tally.total.wins == tally.total.games:
        return Agreement.REPRODUCED, ""
    lost = tally.total.games - tally.total.wins
    return Agreement.NOT, f"{lost} of {tally.total.games} games were not won"


CLAIMS = (
    *(_against_random(name) for name in PLAYERS),
    CONTEST.stronger(PAPER, "1.6", "H1 is worse than H0", "H0", "H1"),
    CONTEST.stronger(PAPER, "1.6", "base 2 is better than base 10", "H2 base 2", "H2 base 10"),
    CONTEST.stronger(
        PAPER, "1.6", "the parity version is somewhat better than H2", "H3", "H2 base 2"
    ),
    CONTEST.stronger(
        PAPER, "1.4", "parity as Allis has it, instead of as published", SOUND_H3, "H3"
    ),
    CONTEST.ranking(PAPER, "1.6", "the three final players win over 85 % in the class tournament"),
)
