"""Benchmarks of the arena: speed of games, cost of isolation, time to rank a large store."""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from enraya.agents.text.spec import parse_spec
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import Pairing, Plan, derive_seed, round_robin
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.jobs import GameJob, Order, play_order
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.store.game_row import encode_row
from enraya.arena.store.store import Store, Tournament
from enraya.files import write_text
from enraya.limit import Terms
from enraya.reports.tournament import report_text

GAMES = 20_000
ISOLATED_GAMES = 20
STORE_GAMES = 100_000
STORE_AGENTS = 20
TRIVIAL = "random"
_FILE = "def choose(position, limit):\n    return position.legal_moves[0]\n"
_MEGABYTE = 1024


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast trivial agents play games that are all kept in a store."""

    workers: int
    games: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """How many games were played and stored per second."""
        return self.games / self.seconds


def measure_speed(workers: int, games: int) -> Speed:
    """Times a match of random players: in this process for one worker, else in other processes.

    The clock starts when a tenth of the games are done, so the start of processes does not count.
    """
    engine = "serial" if workers == 1 else "processes"
    settings = TournamentSettings("match", make_entrants([TRIVIAL, TRIVIAL]), games=games)
    seen: list[tuple[float, int]] = []
    with _scratch_store() as store:
        run_tournament(
            enter(settings, store),
            store,
            engine=engine,
            workers=workers,
            on_games=lambda done, _: seen.append((perf_counter(), done)),
        )
    # by then every worker has started
    start, before = next(moment for moment in seen if moment[1] >= games / 10)
    return Speed(workers, games - before, seen[-1][0] - start)


def measure_isolation(games: int) -> float:
    """The seconds that isolating one agent in a process adds to a game, by the medians."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lowest.py"
        path.write_text(_FILE)
        isolated = [_game_seconds((f"file:{path}", "script(1)"), number) for number in range(games)]
    inside = [_game_seconds(("script(1)", "script(1)"), number) for number in range(games)]
    return statistics.median(isolated[1:]) - statistics.median(inside[1:])


def _game_seconds(specs: tuple[str, str], number: int) -> float:
    first, second = map(parse_spec, specs)
    order = Order(Pairing(0, 1, number), (first, second), "", number)
    started = perf_counter()
    play_order(order, GameJob("classic", Terms(), 0, (order,)))
    return perf_counter() - started


@dataclass(frozen=True, slots=True)
class RankingCost:
    """What it costs a separate process to rank a large store and to write its report."""

    games: int
    agents: int
    seconds: float
    megabytes: float
    """The peak memory of the process, including Python itself."""
    store_megabytes: float


def measure_ranking(games: int, agents: int) -> RankingCost:
    """Fills a store with a round robin; a new process ranks it and writes its report."""
    with _scratch_store() as store:
        tournament = fill_store(store, games, agents)
        started = perf_counter()
        code = f"from enraya.bench.arena import rank; rank({str(store.path)!r}, {tournament.id})"
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # ours
        seconds = perf_counter() - started
        size = store.path.stat().st_size / _MEGABYTE**2
    return RankingCost(store_count(games, agents), agents, seconds, float(done.stdout), size)


def rank(path: str, tournament: int) -> None:
    """Ranks a tournament, writes its report, and prints the peak memory in megabytes."""
    import resource

    with Store(Path(path)) as store:
        write_text(
            Path(path).with_suffix(".html"), report_text(store, store.tournament(tournament))
        )
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE)


def store_count(games: int, agents: int) -> int:
    """The number of games in the smallest complete round robin with at least ``games`` games."""
    pairs = agents * (agents - 1) // 2
    return pairs * (-(-games // pairs))


def fill_store(store: Store, games: int, agents: int) -> Tournament:
    """Fills a store with a finished round robin.

    Only one game is played from each opening; the others are copies with other results.
    """
    per_pair = store_count(games, agents) // (agents * (agents - 1) // 2)
    settings = TournamentSettings("round-robin", make_entrants([TRIVIAL] * agents), games=per_pair)
    tournament = enter(settings, store)
    schedule = round_robin(Plan(agents, per_pair), {})
    played, agent = {}, parse_spec(TRIVIAL)
    for game in {game.opening: game for game in schedule}.values():
        order = Order(game, (agent, agent), tournament.opening(game.opening), game.opening)
        record = play_order(order, GameJob("classic", Terms(), 0, (order,)))
        played[game.opening] = encode_row(game, record)
    rows = [
        played[game.opening]._replace(**game._asdict(), winner=derive_seed(*game) % 3)
        for game in schedule
    ]
    store.add_games(tournament.id, rows)
    store.finish(tournament.id)
    return tournament


@contextmanager
def _scratch_store() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite") as store:
        yield store
