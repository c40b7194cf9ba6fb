"""`enraya sprt`: play until it is clear whether one agent is stronger."""

import re
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from enraya.arena.plan.entrants import two_entrants
from enraya.arena.play.sprt_match import SprtMatch
from enraya.arena.statistics.elo import EloEstimate, logistic_elo, normalized_elo, superiority
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import NO_PAIRS, Pentanomial
from enraya.arena.store.store import Tournament
from enraya.cli.arena.options import GameOptions, open_store
from enraya.cli.arena.playing import enter_tournament, live_ratio, play_games
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import show
from enraya.errors import InvalidSetting

OPTIONS = GameOptions(opening_plies=6)
"""Longer openings than in other matches, because a test may need thousands of different ones."""
MOST_GAMES = 20_000
KINDS_OF_PAIRS = ("LL", "LD", "DD+WL", "WD", "WW")


def sprt(
    first: Annotated[
        str | None, typer.Argument(metavar="A", help="The agent in question.", show_default=False)
    ] = None,
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="Its opponent.", show_default=False)
    ] = None,
    elo0: Annotated[float, typer.Option(help="H0: A is stronger by this much.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: A is stronger by this much.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="Probability of accepting H1 in error.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Probability of accepting H0 in error.")] = 0.05,
    logistic: Annotated[
        bool, typer.Option("--logistic", help="elo0 and elo1 are on the scale of the ratings.")
    ] = False,
    counts: Annotated[
        str | None, typer.Option(help="Judge these pairs instead of playing: LL,LD,DD+WL,WD,WW.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Give up after N games.")] = MOST_GAMES,
    *,
    options: GameOptions = OPTIONS,
    as_json: JsonOption = False,
) -> None:
    """Play pairs of games until it is clear whether A is stronger than B by elo0 or by elo1.

    Elo is normalized: a difference of 100 shows soon, one of 5 takes thousands of games.
    The same command continues a test that was interrupted.

    Example: enraya sprt "level(4)" "level(3)" --elo0 0 --elo1 100
    """
    test = Sprt(elo0, elo1, alpha, beta, normalized=not logistic)
    if counts is not None:
        if first is not None:
            raise InvalidSetting("give two agents or --counts, not both")
        print_verdict(test, parse_counts(counts), as_json=as_json)
        return
    if first is None or second is None:
        raise InvalidSetting("give two agents to play, or --counts to judge pairs already played")
    settings = options.settings("sprt", two_entrants(first, second), games, test=test)
    with open_store(options.store) as store:
        tournament = enter_tournament(settings, store, options)
        play_games(tournament, store, options, live_ratio(store, tournament, test))
        match = SprtMatch.start(test).after(store.winners(tournament.id))
        played = PlayedTest(tournament, store.path)
    print_verdict(test, match.counts, played, as_json=as_json)


def parse_counts(text: str) -> Pentanomial:
    """The five numbers of pairs in a text such as ``3,10,25,14,6``.

    Raises:
        InvalidSetting: when the text is anything else.
    """
    numbers = [word.strip() for word in text.split(",")]
    usable = all(re.fullmatch("[0-9]{1,9}", word) for word in numbers)
    if len(numbers) != len(NO_PAIRS) or not usable:
        raise InvalidSetting(
            f"{text!r} is not five counts of pairs; write LL,LD,DD+WL,WD,WW, such as 3,10,25,14,6"
        )
    return tuple(map(int, numbers))


class PlayedTest(NamedTuple):
    """The tournament with the games of a test, and the file of its store."""

    tournament: Tournament
    store: Path


def print_verdict(
    test: Sprt, counts: Pentanomial, played: PlayedTest | None = None, *, as_json: bool
) -> None:
    """Prints the verdict of a test on these pairs, and the figures behind it."""
    show(
        _verdict_object(test, counts, played),
        lambda: _verdict_text(test, counts, played),
        as_json=as_json,
    )


def _verdict_object(test: Sprt, counts: Pentanomial, played: PlayedTest | None) -> dict[str, Any]:
    verdict = test.verdict(counts)
    answer: dict[str, Any] = {
        "accepted": verdict.accepted,
        "reason": _reason(test, counts, played),
        "llr": verdict.llr,
        "lower": verdict.lower,
        "upper": verdict.upper,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "scale": _scale(test),
        "alpha": test.alpha,
        "beta": test.beta,
        "pentanomial": list(counts),
        "pairs": sum(counts),
        "normalized_elo": _estimate(normalized_elo(counts)),
        "elo": _estimate(logistic_elo(counts)),
        "superiority": superiority(counts),
    }
    if played:
        answer |= {"tournament": played.tournament.id, "store": str(played.store)}
    return answer


def _estimate(estimate: EloEstimate) -> dict[str, float | None]:
    """The estimate as plain values; infinite ones become None, because JSON has no infinity."""
    values = {"value": estimate.elo, "low": estimate.low, "high": estimate.high}
    return {name: value if isfinite(value) else None for name, value in values.items()}


def _verdict_text(test: Sprt, counts: Pentanomial, played: PlayedTest | None) -> str:
    verdict = test.verdict(counts)
    kinds = zip(KINDS_OF_PAIRS, counts, strict=True)
    lines = [
        _reason(test, counts, played),
        f"LLR          {verdict.llr:.3f}, from {verdict.lower:.3f} (H0: {test.elo0:g}) to "
        f"{verdict.upper:.3f} (H1: {test.elo1:g}), {_scale(test)} Elo, "
        f"alpha {test.alpha:g}, beta {test.beta:g}",
        f"pairs        {sum(counts)}: " + ", ".join(f"{kind} {count}" for kind, count in kinds),
        f"difference   {_margin(normalized_elo(counts))} normalized Elo, "
        f"{_interval(logistic_elo(counts))} Elo",
        f"superiority  {superiority(counts):.2%}",
    ]
    if played:
        lines.append(f"tournament {played.tournament.id}, store: {played.store}")
    return "\n".join(lines)


def _reason(test: Sprt, counts: Pentanomial, played: PlayedTest | None) -> str:
    verdict, pairs = test.verdict(counts), sum(counts)
    reason = verdict.reason
    if played and verdict.accepted is None:
        reason += f" after {2 * pairs} games, the most allowed"
    if played and pairs > len(played.tournament.openings):
        reason += (
            f"; there are only {len(played.tournament.openings)} openings, so games may have been "
            "repeated and the test is more confident than it should be"
        )
    return reason


def _scale(test: Sprt) -> str:
    return "normalized" if test.normalized else "logistic"


def _margin(estimate: EloEstimate) -> str:
    """An estimate ± half the width of its interval, or 'no bound on' if that is infinite."""
    margin = estimate.high - estimate.elo
    return f"{estimate.elo:.2f} ± {margin:.2f}" if isfinite(margin) else "no bound on"


def _interval(estimate: EloEstimate) -> str:
    return f"{estimate.elo:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"
