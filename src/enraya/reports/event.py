"""An event of a league as a page: its report, under the names that may be shown."""

from enraya.arena.results.summary import summarise
from enraya.league.model.event_plan import Event
from enraya.league.rank.event_results import shown_tournament
from enraya.league.store.store import LeagueStore
from enraya.reports.tournament import report_of
from enraya.texts import Texts


def shown_names(store: LeagueStore) -> dict[int, str]:
    """What others may call the teams of a league: their aliases while the operator wants that."""
    by_alias = store.settings.shows_aliases
    return {team.id: (team.alias if by_alias else team.name) for team in store.teams.all()}


def event_page(store: LeagueStore, event: Event, t: Texts) -> str:
    """The report of an event, without anything that is only for its teams.

    Raises:
        InvalidSetting: when it has not begun.
    """
    tournament = shown_tournament(store, event, shown_names(store))
    page, _ = report_of(store.arena, summarise(store.arena, tournament), t)
    return page.render()
