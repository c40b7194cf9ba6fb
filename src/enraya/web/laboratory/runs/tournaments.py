"""Tournaments as runs: a client's settings become a tournament of the arena."""

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.live_games import LiveGame, live_games, make_live_folder
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.mistakes import judge_tournament
from enraya.arena.results.summary import summarise
from enraya.arena.results.survey import survey
from enraya.arena.store.continuations import Continuation, continuations
from enraya.arena.store.store import Store, Tournament
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.texts import ENGLISH, Texts
from enraya.web.laboratory.runs.runs import Run
from enraya.web.laboratory.thinking.allowed_agents import OFFERS, AllowedAgents
from enraya.web.server.problems import without_paths

MAX_WATCHED = 4
"""The most games that can be watched at once."""
Models = Mapping[int, Run]
"""The training runs of the laboratory, by the number in ``learned(run-7)``."""
_LEVEL = re.compile(r"level\((\d+)\)")
_LEARNED = re.compile(r"learned\(run-(\d+)(?:, ?depth=(\d+))?\)")


class Tournaments:
    """The tournaments of a laboratory, in a store of the arena."""

    def __init__(self, folder: Path, games: Path, allowed: AllowedAgents, workers: int) -> None:
        self._path = games
        self._live_folders = folder / "playing"
        self._allowed = allowed
        self._workers = workers
        self.needed: dict[int, int] = {}
        """How many games each run needs, once that is known."""
        self.judged: dict[int, list[int]] = {}
        """For each run that is being judged: how many games are done, and how many there were."""

    def store(self) -> Store:
        """Opens the store, for a ``with`` block; a connection belongs to one thread."""
        return Store(self._path)

    def continuations(self, position: Position) -> list[Continuation]:
        """How the games of all tournaments continued from a position."""
        if not self._path.exists():
            return []
        with self.store() as store:
            return continuations(store, position)

    def enter(self, settings: dict[str, Any]) -> Tournament:
        """Enters the tournament with a client's settings, after checking them.

        Raises:
            EnrayaError: when settings, agents or files are refused.
        """
        pairs = zip(settings["names"], settings["agents"], strict=True)
        agents = [(name, self._allowed.specification(agent)) for name, agent in pairs]
        same = ("kind", "games", "rules", "seed", "reserve", "opening_plies", "max_bytes")
        wanted = TournamentSettings(
            agents=make_entrants(agents),
            limit=Limit(seconds=settings["seconds"]),
            **{name: settings[name] for name in same},
        )
        with self.store() as store:
            return enter(wanted, store)

    def find(self, store: Store, run: Run) -> Tournament:
        """The tournament with the run's settings under this version of enraya.

        If there is none, the one that the run began with.
        """
        assert run.tournament is not None, "the run of a tournament has its number"
        entered = store.tournament(run.tournament)
        return store.find(entered.settings) or entered

    def work(self, run: Run, check: Callable[[], None]) -> None:
        """Plays the missing games of a run's tournament, and judges them if the run wants it."""

        def on_games(played: int, needed: int) -> None:
            del played
            self.needed[run.id] = needed
            check()

        with self.store() as store:
            tournament = enter(self.find(store, run).settings, store, on_opening=check)
            make_live_folder(self._live_folder(run.id))
            run_tournament(
                tournament,
                store,
                workers=self._workers,
                on_games=on_games,
                on_wait=check,
                live_folder=self._live_folder(run.id),
                alone=True,
            )
            shutil.rmtree(self._live_folder(run.id))
            if run.settings.get("mistakes"):
                self._judge(run, tournament, store, check)

    def _judge(
        self, run: Run, tournament: Tournament, store: Store, check: Callable[[], None]
    ) -> None:
        """Lets the solver count the mistakes in games that are not judged yet."""

        def on_done(done: int, needed: int) -> None:
            self.judged[run.id] = [done, needed]
            check()

        try:
            on_done(0, store.count(tournament.id) - len(store.judged(tournament.id)))
            judge_tournament(
                tournament, store, workers=self._workers, on_done=on_done, on_wait=check
            )
        finally:
            self.judged.pop(run.id, None)

    def forget(self, run: Run) -> None:
        """Deletes a run's tournament; no other run may need it."""
        shutil.rmtree(self._live_folder(run.id), ignore_errors=True)
        self.needed.pop(run.id, None)
        assert run.tournament is not None, "the run of a tournament has its number"
        with self.store() as store:
            store.forget(run.tournament)

    def _live_folder(self, number: int) -> Path:
        return self._live_folders / str(number)

    def playing(self, number: int) -> list[LiveGame]:
        """Some of the games that a run is playing now."""
        return live_games(self._live_folder(number), MAX_WATCHED)

    def report(self, run: Run, models: Models, t: Texts = ENGLISH) -> str | None:
        """The report of a run's tournament as an HTML page; None before its first game."""
        from enraya.reports.replay import Replays
        from enraya.reports.tournament import tournament_page

        with self.store() as store:
            tournament = self.find(store, run)
            if not store.count(tournament.id):
                return None
            public = _public(tournament, models, t)
            summary = summarise(store, public)
            replays = Replays(public)
            rows = (
                (number, row._replace(reason=without_paths(row.reason)))
                for number, row in store.rows(tournament.id)
            )
            seen = survey(public, replays.watch(rows))
            return tournament_page(summary, seen, replays, t).render()


def _public(tournament: Tournament, models: Models, t: Texts) -> Tournament:
    """The tournament with its agents as the page names them, without paths of this machine."""
    shown = [shown_name(agent.name, models, t) for agent in tournament.settings.agents]
    agents = tuple(
        agent._replace(name=name, spec=name)
        for agent, name in zip(tournament.settings.agents, shown, strict=True)
    )
    return tournament._replace(settings=replace(tournament.settings, agents=agents))


def shown_name(agent: str, models: Models, t: Texts) -> str:
    """The name that people see for an agent: the page's, or else its text."""
    text, sign, number = agent.partition(" #")  # an agent entered twice has a number
    level, learned = _LEVEL.fullmatch(text), _LEARNED.fullmatch(text)
    kind = next((kind for kind, offer in OFFERS.items() if offer == text), None)
    if level:
        text = t("player.level_n", level=level[1])
    elif learned and int(learned[1]) in models:
        text = _model_name(models[int(learned[1])], learned[2], t)
    elif kind:
        text = t(f"player.{kind}")
    return text + sign + number


def _model_name(run: Run, depth: str | None, t: Texts) -> str:
    name = t("player.run", number=run.number, model=t(f"learning.model.{run.settings['model']}"))
    return t("report.at_depth", model=name, depth=depth) if depth else name
