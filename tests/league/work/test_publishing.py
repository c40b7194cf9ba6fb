"""When the ranking is made that everybody looks at."""

from pathlib import Path

from enraya.league.rank.ranking import RANKING, ranking_rows
from enraya.league.rank.results import read_results
from enraya.league.work.worker import Worker
from tests.league.making import enter_agent, make_league


def test_the_last_games_are_in_the_ranking(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", max_pairs=1) as store:
        enter_agent(store, "Phoenix", "level(1)")
        Worker(store, engine="serial").run(until=lambda: True)
        assert store.published(RANKING) is None, "nothing was played"
        ends = iter([False] * 4)
        Worker(store, engine="serial").run(until=lambda: next(ends, True))
        rows = store.published(RANKING)
        assert rows == ranking_rows(store, read_results(store))
        assert sum(row["games"] for row in rows) > 2, "more than the first game"
