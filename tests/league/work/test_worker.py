"""Every path of a submission, each with its sentence."""

from pathlib import Path

import pytest

from enraya.league.model.records import Version, VersionState
from enraya.league.rank.ranking import RANKING, ranking_rows
from enraya.league.rank.results import read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import accept, erase_team
from enraya.league.work.worker import Worker
from tests.league.making import (
    C_SOURCE,
    LEFTMOST,
    RIGHTMOST,
    enter_agent,
    join,
    make_league,
    submit,
    work_until,
    zipped,
)

pytestmark = pytest.mark.slow


def work(store: LeagueStore) -> None:
    """Serves the queue until it is empty."""
    Worker(store, engine="serial").run(until=lambda: not store.versions.queue())


def states(store: LeagueStore, team: int) -> list[VersionState]:
    return [version.state for version in store.versions.all(team)]


def last(store: LeagueStore, team: int) -> Version:
    return store.versions.all(team)[-1]


def test_a_sound_submission_replaces_the_active_version(store: LeagueStore) -> None:
    team = join(store, "A")
    submit(store, team, LEFTMOST)
    work(store)
    submit(store, team, zipped({"a/mine.py": b"from t import choose\n", "a/lib/x.txt": b"",
                                "a/t.py": RIGHTMOST, "a/agent.py": b"from t import choose\n"}),
           "mine.zip")  # fmt: skip
    work(store)
    assert states(store, team) == [VersionState.RETIRED, VersionState.ACTIVE]
    first, second = store.players.all()[-2:]
    assert (first.name, first.is_active) == ("team 1 v1", False)
    assert (second.predecessor, second.is_active) == (first.place, True)


def test_a_program_is_compiled_and_its_compiler_messages_are_kept(store: LeagueStore) -> None:
    team, other = join(store, "A"), join(store, "B")
    submit(store, team, C_SOURCE, "mine.c")
    submit(store, other, b"int main(void) { retrun 0; }", "mine.c")
    work(store)
    assert states(store, team) == [VersionState.ACTIVE]
    rejected = last(store, other)
    assert rejected.state is VersionState.REJECTED
    assert "retrun" in rejected.reason


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"def choose(position limit): ...", "SyntaxError"),
        (b"x = 1", "choose"),
        (b"def choose(position, limit):\n    print('so far')\n    return 1 / 0", "so far"),
        (b"def choose(position, limit):\n    return 99", "99"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_faulty_submission_is_rejected_with_what_to_fix(
    store: LeagueStore, content: bytes, why: str
) -> None:
    team = join(store, "A")
    submit(store, team, content)
    work(store)
    rejected = last(store, team)
    assert rejected.state is VersionState.REJECTED
    assert why in rejected.reason
    assert str(store.folder) not in rejected.reason
    assert rejected.sentence, "it can be said in any language"
    assert not [player for player in store.players.all() if player.team == team]


def test_a_missing_toolchain_is_the_leagues_failure_and_can_be_retried(
    store: LeagueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = join(store, "A")
    submit(store, team, C_SOURCE + b"// its own", "mine.c")
    with monkeypatch.context() as without:
        without.setenv("PATH", str(store.folder))
        work(store)
    assert last(store, team).state is VersionState.FAILED
    assert "apt install gcc" in last(store, team).reason
    accept(store, last(store, team), "the compiler is there now")
    work(store)
    assert last(store, team).state is VersionState.ACTIVE


def test_an_erased_team_leaves_anonymous_results_only(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        team = join(store, "Anacleta")
        submit(store, team, b"# Anacleta\n" + LEFTMOST, "anacleta.py")
        submit(store, join(store, "B"), b"# Bo\n" + LEFTMOST, "bo.py")
        work_until(store, games=8)
        games = list(store.arena.rows(LADDER))
        erase_team(store, team, "asked for it")
        assert list(store.arena.rows(LADDER)) == games
        assert store.teams.get(team).name == "team 1"
        folder = store.folder
        store.database.write("DELETE FROM sessions")
    with LeagueStore(folder) as store:
        store.database.compact()
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert not [path for path, data in kept.items() if b"nacleta" in data]
    assert [path for path, data in kept.items() if b"# Bo" in data]


@pytest.mark.parametrize("changes", [{"max_pairs": 2}])
def test_the_ladder_plays_pairs_with_sides_swapped_and_judges_those_with_baselines(
    store: LeagueStore,
) -> None:
    for name, content in (("A", LEFTMOST), ("B", RIGHTMOST)):
        submit(store, join(store, name), content)
    Worker(store, engine="serial").run(
        until=lambda: store.arena.count(LADDER) == 24 and len(store.arena.judged(LADDER)) == 16
    )
    winners = store.arena.winners(LADDER)
    assert {(one.second, one.first, one.opening) for one in winners} == set(winners)
    pairs = {tuple(sorted(one[:2])) for one in winners}
    assert pairs == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize("changes", [{"max_pairs": 1}])
def test_the_last_games_are_in_the_ranking(store: LeagueStore) -> None:
    enter_agent(store, "Phoenix", "level(1)")
    Worker(store, engine="serial").run(until=lambda: True)
    assert store.published(RANKING) is None, "nothing was played"
    ends = iter([False] * 4)
    Worker(store, engine="serial").run(until=lambda: next(ends, True))
    rows = store.published(RANKING)
    assert rows == ranking_rows(store, read_results(store))
    assert sum(row["games"] for row in rows) > 2, "more than the first game"
