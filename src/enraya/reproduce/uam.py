"""The claims of the paper from Madrid on its Lisp players: heuristics at depth 4."""

from collections.abc import Iterable

from enraya.agents import Choice
from enraya.arena.statistics.elo import describe_score
from enraya.arena.statistics.tally import Tally
from enraya.reproduce.claim import Agreement, Claim, Finding, Kind, decided
from enraya.reproduce.experiments import chosen_moves, match_of, stronger

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
"""The players that, according to the paper, win 100 % against the random player."""
PLAYED = 100
"""How many games the paper played with each player against the random player."""
WON = 0.85
PAST_A_WIN = "121315"
"""A position in which column 1 wins."""
PUBLISHED_SEARCH = {"as published": "Madrid-2(style=uam-published)", "mended": "Madrid-2"}


def _against_random(name: str) -> Claim:
    match = match_of(PLAYERS[name], "random", games=1000, opening_plies=0)
    says = "wins 100 %" if name in ALWAYS else "its winning ratio (chart)"
    text = f"{name} against random, half of the games on each side: {says}"

    def judge_wins(tally: Tally) -> Finding:
        figure = describe_score(tally)
        if name not in ALWAYS:
            return Finding(figure, Agreement.NOT, "the chart is lost")
        missed = tally.total.games - tally.total.wins
        if missed:
            because = f"{missed} of {tally.total.games} games not won; the paper played {PLAYED}"
            return Finding(figure, Agreement.NOT, because)
        return Finding(figure, Agreement.REPRODUCED)

    return Claim(PAPER, "2.5 Evaluación", text, (match,), judge_wins)


def _match_claim(section: str, text: str, one: str, other: str) -> Claim:
    return stronger(PAPER, section, text, match_of(one, other, games=2000))


def _in_the_tournament(name: str) -> Claim:
    player = PLAYERS[name]
    rivals = (other for other in PLAYERS.values() if other != player)
    match = match_of(player, *rivals, games=400)

    def judge_wins(tally: Tally) -> Finding:
        more = "more" if tally.total.win_share > WON else "less"
        because = f"the class's players are not public; against these it won {more} than that"
        return Finding(describe_score(tally), Agreement.NOT, because)

    text = (
        f"{name} won over 85 % of its games in the class's tournament; here: against the five "
        "other players of the paper"
    )
    return Claim(PAPER, "2.4 Jugadores finales", text, (match,), judge_wins)


def _judge_past_a_win(*found: list[Choice]) -> Finding:
    """The finding on a search that checks for a finished game only before its first move."""

    def figure(moves: Iterable[object]) -> str:
        return ", ".join(f"{how} {move}" for how, move in zip(PUBLISHED_SEARCH, moves, strict=True))

    played, wanted = figure(choice.move for (choice,) in found), figure((4, 1))
    return decided(played, played == wanted, f"it should be: {wanted}")


CLAIMS = (
    Claim(
        PAPER, "2 Heurísticas", "the supplied search plays on past a win, except before its first "
        f"move: its move in {PAST_A_WIN}, where column 1 wins",
        tuple(chosen_moves(agent, [PAST_A_WIN]) for agent in PUBLISHED_SEARCH.values()),
        _judge_past_a_win, Kind.EXACT,
    ),
    *(_against_random(name) for name in PLAYERS),
    _match_claim(
        "2.1 Primer intento", "the first attempt is worse than the supplied player",
        SUPPLIED, FIRST,
    ),
    _match_claim("2.2 Segundo intento", "base 2 is somewhat better than base 10", BASE_2, BASE_10),
    _match_claim(
        "2.3 Tercer intento",
        "parity makes it somewhat better: the third attempt against the second",
        THIRD, BASE_2,
    ),
    _match_claim(
        "3.2 Atributos", "the first player prefers odd heights, the second even ones: the third "
        "attempt with that parity, against the parity it was published with",
        _player("uam-h3"), THIRD,
    ),
    *(_in_the_tournament(name) for name in list(PLAYERS)[3:5]),
    _match_claim(
        "2.4 Jugadores finales", "the third final player, with 10 instead of 12; the authors never "
        "saw whether it was better: against the third attempt with 12",
        THIRD_WITH_10, THIRD,
    ),
)  # fmt: skip
