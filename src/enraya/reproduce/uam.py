"""The Lisp players of Madrid: heuristics for a search of four plies."""

from enraya.arena.statistics.tally import Tally
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab
from enraya.reproduce.match import Match, judge, read_score

PAPER = "uam"
ATTEMPTS = {
    "the supplied player": "uam-h0",
    "the first attempt": "uam-h1",
    "the second attempt, base 10": "uam-h2(base=10)",
    "the second attempt, base 2": "uam-h2(base=2)",
    "the third attempt": "uam-h3(published=true)",
    "the third attempt with 10, as uploaded": "uam-evenodd(three=10)",
}


def _player(heuristic: str) -> str:
    return f"alphabeta(depth=4, eval={heuristic}, style=uam)"


PLAYERS = {name: _player(heuristic) for name, heuristic in ATTEMPTS.items()}
SUPPLIED, FIRST, BASE_10, BASE_2, THIRD, THIRD_WITH_10 = PLAYERS.values()
FINAL = (BASE_2, THIRD, THIRD_WITH_10)
"""The players that the authors entered in the last tournament."""
ALWAYS = list(PLAYERS)[2:]
"""The players that, the paper says, win 100 % against the random player."""
WON = 0.85


def _against_random(name: str) -> Claim:
    match = Match(PLAYERS[name], ("random",), 1000, opening_plies=0)
    says = "wins 100 %" if name in ALWAYS else "its winning ratio (chart)"
    text = f"{name} against random, half of the games on each side: {says}"

    def measure(lab: Lab) -> Finding:
        tally = match.play(lab)
        figure = judge(tally).figure
        if name not in ALWAYS:
            return Finding(figure, Agreement.NOT, "the chart is lost")
        missed = tally.total.games - tally.total.wins
        if missed:
            return Finding(figure, Agreement.NOT, f"{missed} games were not won")
        return Finding(figure, Agreement.REPRODUCED)

    return Claim(PAPER, "2.5 Evaluación", text, match.command, measure, read_score)


def _stronger(section: str, text: str, one: str, other: str) -> Claim:
    return Match(one, (other,), 2000).claim(PAPER, section, text)


def _in_the_tournament(name: str) -> Claim:
    player = PLAYERS[name]
    rivals = tuple(other for other in PLAYERS.values() if other != player)
    match = Match(player, rivals, 400)

    def measure(lab: Lab) -> Finding:
        tally = match.play(lab)
        return Finding(judge(tally).figure, Agreement.NOT, _other_field(tally))

    text = (
        f"{name} won over 85 % of its games in the class's tournament; here: against the five "
        "other players of the paper"
    )
    return Claim(PAPER, "2.4 Jugadores finales", text, match.command, measure, read_score)


def _other_field(tally: Tally) -> str:
    won = tally.total.wins / tally.total.games
    return (
        "the class's players are not public; against these it won "
        f"{'more' if won > WON else 'less'} than that"
    )


CLAIMS = (
    *(_against_random(name) for name in PLAYERS),
    _stronger(
        "2.1 Primer intento", "the first attempt is worse than the supplied player",
        SUPPLIED, FIRST,
    ),
    _stronger("2.2 Segundo intento", "base 2 is somewhat better than base 10", BASE_2, BASE_10),
    _stronger(
        "2.3 Tercer intento",
        "parity makes it somewhat better: the third attempt against the second",
        THIRD, BASE_2,
    ),
    _stronger(
        "3.2 Atributos", "the first player prefers odd heights, the second even ones: the third "
        "attempt with that parity, against the parity it was published with",
        _player("uam-h3"), THIRD,
    ),
    *(_in_the_tournament(name) for name in list(PLAYERS)[3:5]),
)  # fmt: skip
