"""Who is the best of five, and how sure is that?

Run it with: python examples/04_tournament.py
"""

import tempfile
from pathlib import Path

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.statistics.summary import summarise
from enraya.arena.store.store import Store

AGENTS = ["random", "greedy", "level(3)", "genes(0.92, 0.59, 0.97, 0.47)", "alphabeta(depth=3)"]
settings = TournamentSettings(kind="round-robin", agents=make_entrants(AGENTS), games=4, seed=7)

with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite") as store:
    tournament = enter(settings, store)
    run_tournament(tournament, store, engine="serial")  # "processes" uses every core
    for place, row in enumerate(summarise(store, tournament).agents, start=1):
        rating, score = row.standing.rating, row.standing.tally.total
        print(
            f"{place}. {row.standing.agent:32} {rating.elo:6.0f} "
            f"({rating.low:.0f} to {rating.high:.0f})  {score.points:g} of {score.games}"
        )
