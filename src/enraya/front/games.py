"""Games in one line: `play`, `match`, `tournament`."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from enraya.agents import Agent, check_rules, prepare
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import derive_seed
from enraya.arena.plan.settings import DEFAULT_SEED, TournamentSettings
from enraya.arena.play.play import play_game
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.mistakes import judge_tournament
from enraya.arena.results.summary import Summary, summarise
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.front.game_results import Game, Match, Ranking
from enraya.front.inputs import limit_of, whole
from enraya.front.players import HUMAN, ReadyPlayer, player_of
from enraya.game.position import Position
from enraya.limit import Limit, Terms
from enraya.rules import RuleSet

HERE = "here:"
"""The prefix of the texts that stand for agents living in this process."""


def play(
    first: object,
    second: object,
    *,
    opening: Position | str = "",
    rules: RuleSet | str = "classic",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int | None = None,
) -> Game:
    """One game between two players, from the empty board or an opening.

    Args:
        first: who begins: anything that `agent` takes, or ``human``, who types their moves.
        second: their opponent.
        opening: moves to start from, or a position.
        rules: the rules of the game; an opening that is a position has its own.
        seconds: for each move; a player whose moves exceed them by more than 1 s in all loses.
        nodes: positions that a player may look at for each move.
        depth: moves that a player may look ahead.
        seed: for players given as text that use randomness.

    >>> import enraya
    >>> game = enraya.play("script(1111)", lambda position: 2)
    >>> game.moves, game.winner
    ('1212121', 1)

    Raises:
        EnrayaError: when there is no such player, or the opening is over or not legal.
    """
    terms = Terms(limit_of(seconds, nodes, depth))
    seed = None if seed is None else whole("seed", seed)
    start = Position.parse(opening, rules) if isinstance(opening, str) else opening
    if start.is_over:
        raise InvalidSetting(f"the game {start.moves!r} is over; it cannot go on")
    seeds = [None if seed is None else derive_seed(seed, side) for side in (1, 2)]
    players = player_of(first, seed=seeds[0]), player_of(second, seed=seeds[1])
    for player in players:
        check_rules(player.agent, start.rules)
        prepare(player.agent, start.rules)
    return Game(play_game((players[0].agent, players[1].agent), start, terms, seed=seed))


def match(
    first: object,
    second: object,
    games: int = 100,
    *,
    rules: RuleSet | str = "classic",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int = DEFAULT_SEED,
    mistakes: bool = False,
    workers: int = 1,
    store: Path | str | None = None,
) -> Match:
    """Games between two agents, in pairs that share an opening with sides swapped.

    Args:
        first: anything that `agent` takes; an agent given as text is made anew for each game.
        second: its opponent.
        games: the number of games, half on each side.
        rules: the rules of the games.
        seconds: for each move; an agent whose moves exceed them by more than 1 s in a game loses.
        nodes: positions that an agent may look at for each move.
        depth: moves that an agent may look ahead.
        seed: for the openings and everything else that is random.
        mistakes: whether the solver judges all moves.
        workers: how many processes play; more than one needs agents given as text.
        store: a file that keeps the games, as ``enraya match --store`` does; none by default.

    >>> import enraya
    >>> result = enraya.match("greedy", lambda position: position.legal_moves[-1], games=4)
    >>> result.wins, result.draws, result.losses
    (4, 0, 0)
    >>> [row["agent"] for row in result.rows]
    ['greedy', 'lambda']

    Raises:
        EnrayaError: when an agent does not exist or cannot play these rules.
    """
    limit = limit_of(seconds, nodes, depth)
    played = _played(
        "match", [first, second], limit, games=games, rules=rules, seed=seed, mistakes=mistakes,
        workers=workers, store=store,
    )  # fmt: skip
    return Match(*played)


def tournament(
    agents: Iterable[object] | Mapping[str, object],
    games: int = 2,
    *,
    kind: str = "round-robin",
    rules: RuleSet | str = "classic",
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int = DEFAULT_SEED,
    mistakes: bool = False,
    workers: int = 1,
    store: Path | str | None = None,
) -> Ranking:
    """Games between several agents, and a ranking with error bars.

    Args:
        agents: anything that `agent` takes; a mapping gives them names.
        games: the number of games of two agents that meet, half on each side.
        kind: ``round-robin``, ``gauntlet``, ``knockout`` or ``swiss``.
        rules: the rules of the games.
        seconds: for each move; an agent whose moves exceed them by more than 1 s in a game loses.
        nodes: positions that an agent may look at for each move.
        depth: moves that an agent may look ahead.
        seed: for the openings and everything else that is random.
        mistakes: whether the solver judges all moves.
        workers: how many processes play; more than one needs agents given as text.
        store: a file that keeps the games, as ``enraya tournament --store`` does; none by default.

    >>> import enraya
    >>> def mine(position):
    ...     return position.legal_moves[0]
    >>> ranking = enraya.tournament([mine, "greedy", "alphabeta(depth=4)"])
    >>> len(ranking.games), ranking.rows[-1]["agent"]
    (6, 'mine')

    Raises:
        EnrayaError: when an agent does not exist or cannot play these rules.
    """
    limit = limit_of(seconds, nodes, depth)
    played = _played(
        kind, agents, limit, games=games, rules=rules, seed=seed, mistakes=mistakes,
        workers=workers, store=store,
    )  # fmt: skip
    return Ranking(*played)


def _played(
    kind: str,
    agents: Iterable[object] | Mapping[str, object],
    limit: Limit,
    *,
    games: int,
    rules: RuleSet | str,
    seed: int,
    mistakes: bool,
    workers: int,
    store: Path | str | None,
) -> tuple[Summary, tuple[Game, ...]]:
    """Plays a tournament in the given store, or in a temporary one."""
    games, seed, workers = whole("games", games), whole("seed", seed), whole("workers", workers)
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        raise InvalidSetting(f"{agents!r} is no list of agents, such as ['random', 'level(3)']")
    named = list(agents.items()) if isinstance(agents, Mapping) else [("", who) for who in agents]
    players = [(name, player_of(who, name)) for name, who in named]
    here: dict[str, Agent] = {}
    specs = [(name or player.name, _spec(player, here)) for name, player in players]
    spec = rules if isinstance(rules, str) else rules.spec
    settings = TournamentSettings(kind, make_entrants(specs), games, spec, seed, limit)
    if here and workers > 1:
        raise InvalidSetting("functions and objects play in this process; leave workers at 1")
    engine = "processes" if workers > 1 else "serial"
    with ExitStack() as cleanup:
        file = store or Path(cleanup.enter_context(TemporaryDirectory())) / "games.sqlite"
        kept = cleanup.enter_context(Store(Path(file)))
        entered = enter(settings, kept, again=bool(here), here=here)
        done = run_tournament(entered, kept, engine=engine, workers=workers, here=here)
        if mistakes:
            judge_tournament(done, kept, engine=engine, workers=workers)
        names = {
            entrant.spec: name for entrant, name in zip(settings.agents, done.names, strict=True)
        }
        records = [record for _, record in kept.records(done)]
        called = (replace(r, agents=(names[r.agents[0]], names[r.agents[1]])) for r in records)
        return summarise(kept, done), tuple(map(Game, called))


def _spec(player: ReadyPlayer, here: dict[str, Agent]) -> str:
    """The text that stands for a player in the arena; an agent without one is added to ``here``."""
    if player.name == HUMAN:
        raise InvalidSetting("'human' plays single games: enraya.play('human', 'level(3)')")
    if player.text:
        return player.text
    text = f"{HERE}{len(here) + 1}"
    here[text] = player.agent
    return text
