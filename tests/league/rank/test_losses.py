"""Where the version that plays for a team loses its points, from games that were written down."""

from pathlib import Path

from enraya.league.rank.losses import Loss, own_games, points_lost
from enraya.league.rank.ranking import RANKING, publish_ranking, rating_curve
from enraya.league.rank.ratings import rate_players
from enraya.league.rank.results import read_results
from tests.league.making import add_pair, add_version, enter_agent, make_league


def test_points_are_lost_against_opponents_on_sides_and_by_faults(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        mine, strong, weak = (enter_agent(store, name, "random") for name in "ABC")
        assert own_games(store, mine) == []
        add_pair(store, 2, 3, 0, (2, 1))
        add_pair(store, 2, 4, 0, (0, 1))
        add_pair(store, 0, 2, 0, (1, 1), end="crash")
        for number in range(5):
            add_pair(store, 0, 4, number, (1, 2))
        publish_ranking(store, read_results(store))
        games = own_games(store, mine)
        assert [(game.opponent, game.player, game.lost) for game in games] == [
            ("stronger", 1, 1.0), ("stronger", 2, 1.0), ("weaker", 1, 0.5), ("weaker", 2, 1.0),
            ("random", 2, 1.0), ("random", 1, 0.0),
        ]  # fmt: skip
        assert [game.fault for game in games] == ["", "", "", "", "crash", ""]
        assert {game.opening for game in games} == {2}
        assert points_lost(games) == [
            Loss("opponent", "stronger", 2, 2.0),
            Loss("side", "first", 3, 1.5),
            Loss("side", "second", 3, 3.0),
            Loss("opponent", "weaker", 2, 1.5),
            Loss("opponent", "random", 2, 1.0),
            Loss("fault", "crash", 1, 1.0),
        ]
        assert {row["team"]: row["version"] for row in store.published(RANKING)} == {
            None: None, mine: 1, strong: 1, weak: 1,
        }  # fmt: skip
        add_version(store, mine, "level(1)")
        assert own_games(store, mine) == []


def test_the_curve_of_a_team_ends_with_its_rating_of_today(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        team = enter_agent(store, "A", "random")
        enter_agent(store, "B", "random")
        for number in range(2):
            add_pair(store, 0, 2, number, (1, 2))
        add_pair(store, 0, 1, 0, (1, 1))
        add_version(store, team, "level(1)")
        add_pair(store, 3, 4, 0, (2, 1))
        add_pair(store, 0, 3, 0, (2, 1))
        curve = rating_curve(store, team)
        assert [(point.games, point.version_id) for point in curve] == [(2, 1), (4, 1), (6, 3)]
        assert curve[1].rating.elo < curve[0].rating.elo < curve[2].rating.elo
        add_pair(store, 1, 4, 0, (2, 1))
        assert rating_curve(store, team)[:3] == curve
        today = rate_players(store.players.all(), read_results(store)).rating(4)
        assert rating_curve(store, team)[-1].rating == today
