"""The experiments of most claims: single moves, single games, and matches."""

from collections.abc import Sequence

from enraya.agents import Choice, Limit, parse_agent, prepare
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import DEFAULT_OPENING_PLIES, TournamentSettings
from enraya.arena.statistics.elo import describe_score, share_interval
from enraya.arena.statistics.tally import Tally, total_of
from enraya.game.notation import Move
from enraya.game.playthrough import last_of, playthrough
from enraya.game.position import Position
from enraya.game.text_drawing import disc_name
from enraya.reproduce.claim import Agreement, Claim, Experiment, Finding, Lab, Thoroughness
from enraya.rules import parse_rules

EVEN = 0.5
Played = tuple[Position, list[Choice]]
"""The final position of a game, and all choices made in it."""


def chosen_moves(agent: str, positions: Sequence[str], rules: str = "classic") -> Experiment:
    """An experiment whose result is the list of an agent's choices in some positions."""
    rule_set = parse_rules(rules)
    words = " ".join(moves or '""' for moves in positions)
    size = "" if rules == "classic" else f" --size {rule_set.columns}x{rule_set.rows}"

    def choose(_: Lab) -> list[Choice]:
        player = parse_agent(agent)
        prepare(player, rule_set)
        return [player.choose(Position.parse(moves, rule_set), Limit()) for moves in positions]

    return Experiment(lambda _: f'enraya move {words}{size} --agent "{agent}"', choose)


def fixed_game(first: str, second: str, rules: str = "classic") -> Experiment:
    """An experiment with one game of two deterministic agents; its result is `Played`."""
    option = "" if rules == "classic" else f' --rules "{rules}"'

    def play(_: Lab) -> Played:
        start, choices = Position.start(rules), list[Choice]()
        players = parse_agent(first), parse_agent(second)
        for player in players:
            prepare(player, start.rules)

        def choose(position: Position) -> Move:
            choices.append(players[position.mover - 1].choose(position, Limit()))
            return choices[-1].move

        return last_of(playthrough(start, choose)), choices

    command = f'enraya play --first "{first}" --second "{second}"{option} --stats'
    return Experiment(lambda _: command, play)


def result_of(end: Position) -> str:
    """The winner and the moves of a finished game, as text.

    >>> result_of(Position.parse("1212121"))
    'X wins, 1212121'
    """
    assert end.outcome is not None
    winner = disc_name(end.outcome.winner) if end.outcome.winner else "nobody"
    return f"{winner} wins, {end.moves}"


def stand_in_claim(
    paper: str, section: str, text: str, sides: tuple[str, str], rules: str, missing: str
) -> Claim:
    """The claim that an agent beats, on both sides, a player for which enraya only has a stand-in.

    Args:
        paper: the name of the paper.
        section: the heading of the section that makes the claim.
        text: the claim.
        sides: the agent and the stand-in.
        rules: the rules of both games.
        missing: what is not public, such as ``the ninjas are``; the reason begins with it.
    """
    agent, other = sides

    def judge_games(first: Played, second: Played) -> Finding:
        results = [result_of(end) for end, _ in (first, second)]
        won = sum(result.startswith(disc) for result, disc in zip(results, "XO", strict=True))
        because = f"{missing} not public; of two games with a stand-in it won {won}"
        return Finding(f"as X: {results[0]}; as O: {results[1]}", Agreement.NOT, because)

    games = fixed_game(agent, other, rules), fixed_game(other, agent, rules)
    return Claim(paper, section, f"{text} (here: a stand-in)", games, judge_games)


def match_of(
    one: str,
    *others: str,
    games: int,
    rules: str = "classic",
    opening_plies: int = DEFAULT_OPENING_PLIES,
) -> Experiment:
    """An experiment whose result is the tally of one agent against all others, in pairs of games.

    Args:
        one: the agent.
        others: its opponents.
        games: how many games the full experiment plays against each opponent.
        rules: the rules of the games.
        opening_plies: how many moves each random opening has.

    >>> from enraya.reproduce.claim import FULL
    >>> match_of("greedy", "random", games=10, rules="classic:8x8", opening_plies=2).command(FULL)
    'enraya match "greedy" "random" --games 10 --rules "classic:8x8" --opening-plies 2'
    >>> match_of("greedy", "random", "level(1)", games=10).command(FULL)[:36]
    'enraya tournament --kind gauntlet "g'
    """
    kind = "match" if len(others) == 1 else "gauntlet"

    def command(thoroughness: Thoroughness) -> str:
        agents = " ".join(f'"{agent}"' for agent in (one, *others))
        verb = "match" if kind == "match" else "tournament --kind gauntlet"
        option = "" if rules == "classic" else f' --rules "{rules}"'
        return (
            f"enraya {verb} {agents} --games {thoroughness.games(games)}"
            f"{option} --opening-plies {opening_plies}"
        )

    def play(lab: Lab) -> Tally:
        settings = TournamentSettings(
            kind=kind,
            agents=make_entrants([one, *others]),
            games=lab.thoroughness.games(games),
            rules=rules,
            opening_plies=opening_plies,
        )
        return total_of(settings.agents[0].name, lab.play(settings))

    return Experiment(command, play)


def stronger(paper: str, section: str, text: str, match: Experiment, least: float = EVEN) -> Claim:
    """The claim that the first agent of a match scores more than ``least`` points per game."""
    return Claim(paper, section, text, (match,), lambda tally: judge(tally, least))


def judge(tally: Tally, least: float = EVEN) -> Finding:
    """The finding on the claim that the expected points per game exceed ``least``.

    The claim is reproduced if the whole confidence interval is above ``least``.
    """
    figure = describe_score(tally)
    low, high = share_interval(tally)
    if low > least:
        return Finding(figure, Agreement.REPRODUCED)
    if high < least:
        return Finding(figure, Agreement.NOT, "the games say the opposite")
    return Finding(figure, Agreement.NOT, f"{tally.total.games} games are too few to tell")
