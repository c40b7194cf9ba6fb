"""The Lisp players of Madrid: heuristics for a search of four plies."""

import re
from collections.abc import Iterable

from enraya.agents import Limit, parse_agent
from enraya.arena.statistics.tally import Tally
from enraya.game.position import Position
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Kind, Lab
from enraya.reproduce.match import DecidingMatch, judge, read_score

PAPER = "uam"
ATTEMPTS = {
    "the supplied player": "uam-h0",
    "the first attempt": "uam-h1",
    "the second attempt, base 10": "uam-h2(base=10)",
    "the second attempt, base 2": "uam-h2(base=2)",
    "the third attempt": "uam-h3(published=true)",
    "the third attempt with 10 instead of 12": "uam-h3(published=true, three=10)",
}


def _player(heuristic: str) -> str:
    return f"alphabeta(depth=4, eval={heuristic}, style=uam)"


PLAYERS = {name: _player(heuristic) for name, heuristic in ATTEMPTS.items()}
SUPPLIED, FIRST, BASE_10, BASE_2, THIRD, THIRD_WITH_10 = PLAYERS.values()
FINAL = (BASE_2, THIRD, THIRD_WITH_10)
"""The players that the authors entered in the last tournament: Madrid-1, Madrid-2 and Madrid-3."""
ALWAYS = list(PLAYERS)[2:]
"""The players that, the paper says, win 100 % against the random player."""
PLAYED = 100
"""Games of each player against the random one."""
WON = 0.85
PAST_A_WIN = "121315"
"""Column 1 wins."""
PUBLISHED_SEARCH = {"as published": "Madrid-2(style=uam-published)", "mended": "Madrid-2"}


def _against_random(name: str) -> Claim:
    match = DecidingMatch(PLAYERS[name], ("random",), 1000, opening_plies=0)
    says = "wins 100 %" if name in ALWAYS else "its winning ratio (chart)"
    text = f"{name} against random, half of the games on each side: {says}"

    def measure(lab: Lab) -> Finding:
        tally = match.play(lab)
        figure = judge(tally).figure
        if name not in ALWAYS:
            return Finding(figure, Agreement.NOT, "the chart is lost")
        missed = tally.total.games - tally.total.wins
        if missed:
            because = f"{missed} of {tally.total.games} games not won; the paper played {PLAYED}"
            return Finding(figure, Agreement.NOT, because)
        return Finding(figure, Agreement.REPRODUCED)

    return Claim(PAPER, "2.5 Evaluación", text, match.command, measure, read_score)


def _stronger(section: str, text: str, one: str, other: str) -> Claim:
    return DecidingMatch(one, (other,), 2000).claim(PAPER, section, text)


def _in_the_tournament(name: str) -> Claim:
    player = PLAYERS[name]
    rivals = tuple(other for other in PLAYERS.values() if other != player)
    match = DecidingMatch(player, rivals, 400)

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


def _past_a_win() -> Claim:
    """What the search does that notices a finished game only before its first move."""
    wanted = _moves_figure((4, 1))

    def measure(lab: Lab) -> Finding:
        del lab
        position = Position.parse(PAST_A_WIN)
        players = map(parse_agent, PUBLISHED_SEARCH.values())
        figure = _moves_figure(player.choose(position, Limit()).move for player in players)
        same = figure == wanted
        return Finding(figure, Agreement.REPRODUCED if same else Agreement.NOT,
                       "" if same else f"it should be: {wanted}")  # fmt: skip

    def read(output: str) -> str:
        return _moves_figure(re.findall(r"^(\d) .*\bscore", output, re.MULTILINE))

    return Claim(
        PAPER, "2 Heurísticas", "the supplied search plays on past a win, except before its first "
        f"move: its move in {PAST_A_WIN}, where column 1 wins",
        lambda _: AND.join(
            f'enraya move {PAST_A_WIN} --agent "{agent}"' for agent in PUBLISHED_SEARCH.values()
        ),
        measure, read, Kind.EXACT,
    )  # fmt: skip


def _moves_figure(moves: Iterable[object]) -> str:
    return ", ".join(f"{how} {move}" for how, move in zip(PUBLISHED_SEARCH, moves, strict=False))


CLAIMS = (
    _past_a_win(),
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
    _stronger(
        "2.4 Jugadores finales", "the third final player, 10 instead of 12, of which the authors "
        "never saw whether it was better: against the third attempt with 12",
        THIRD_WITH_10, THIRD,
    ),
)  # fmt: skip
