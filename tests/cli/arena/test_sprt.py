"""`enraya sprt`: its options and its verdict."""

from pathlib import Path

from tests.cli.running import answer, enraya, printed


def test_counts_alone_give_the_verdict_of_the_reference_case() -> None:
    done = enraya("sprt", "--counts", "379,10170,21828,10640,343", "--elo0", "0", "--elo1", "2")
    assert done.returncode == 0
    assert "H1 accepted" in done.stdout
    assert "3.05 ± 2.31 normalized Elo" in done.stdout
    assert "from -2.944 (H0: 0) to 2.944 (H1: 2)" in done.stdout


def test_one_sided_counts_are_answered_in_json() -> None:
    won = answer("sprt", "--counts", "0,0,0,0,40", "--logistic", "--elo1", "100")
    assert (won["accepted"], won["scale"]) == ("H1", "logistic")
    assert won["elo"]["value"] is None
    assert won["elo"]["low"] > 100


def test_a_decided_test_stops_and_is_not_played_again(tmp_path: Path) -> None:
    command = ("sprt", "greedy", "random", "--elo1", "150", "--engine", "serial")
    more = ("--games", "60", "--store", str(tmp_path / "games.sqlite"))
    first, second = (answer(*command, *more) for _ in range(2))
    assert first == second
    assert first["accepted"] == "H1"
    assert first["llr"] >= first["upper"]


def test_the_verdict_says_if_games_or_openings_ran_out(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("1\n2\n3\n")
    command = ("sprt", "random", "random", "--elo1", "1", "--openings", str(openings))
    store = str(tmp_path / "games.sqlite")
    for games, repeated in (("6", False), ("8", True)):
        more = ("--games", games, "--engine", "serial", "--store", store)
        first, *_, last = printed(*command, *more).splitlines()
        assert f"after {games} games, the most allowed" in first
        assert ("there are only 3 openings" in first) is repeated
        assert last.endswith(f", store: {store}")
