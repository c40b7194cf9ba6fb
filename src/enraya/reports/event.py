"""An event of a league as a page: its report, under the names that may be shown."""

from enraya.arena.results.summary import summarise
from enraya.league.model.event_plan import Event
from enraya.league.rank.event_results import shown_tournament
from enraya.league.store.store import LeagueStore
from enraya.reports.tournament import report_of
from enraya.texts import Texts


def event_page(store: LeagueStore, event: Event, t: Texts) -> str:
    """The report of an event, without anything that is only for its teams.

    Raises:
        InvalidSetting: when it has not begun.
    """
    page, _ = report_of(store.arena, summarise(store.arena, shown_tournament(store, event)), t)
    return page.render()
