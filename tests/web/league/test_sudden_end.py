"""A league whose server is killed repeatedly loses nothing and counts nothing twice."""

import os
import random
import signal
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from enraya.league.model.records import VersionState
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import is_working
from tests.league.making import C_SOURCE, LEFTMOST, games_of
from tests.processes import children_of, wait_until
from tests.web.league.running import Links, send, served

KILLS = 8


def source(number: int) -> tuple[str, bytes]:
    """A submission that has not been sent or compiled before."""
    if number % 2:
        return "mine.c", C_SOURCE + f"// {number} {os.getpid()}".encode()
    return "mine.py", LEFTMOST + f"# {number}".encode()


def played(folder: Path) -> dict[tuple[int, int, int], str]:
    with LeagueStore(folder) as store:
        return games_of(store)


@pytest.mark.slow
def test_repeatedly_killing_the_server_neither_loses_nor_doubles_anything(
    tmp_path: Path,
) -> None:
    links = Links(tmp_path / "ia", quota=1_000)
    secrets = [links.team(name) for name in ("A", "B", "C")]
    rng = random.Random(1)  # noqa: S311  # only the moments of the kills
    words: list[tuple[int, str]] = []
    """What has been sent, or begun to be: the number of the team and the word."""
    acknowledged: set[tuple[int, str]] = set()
    games: dict[tuple[int, int, int], str] = {}
    for kill in range(KILLS):
        with served(links.folder) as (process, address):
            until = monotonic() + rng.uniform(0.2, 2.5)
            while monotonic() < until:
                team = rng.randrange(len(secrets))
                if not words or words[-1] in acknowledged:
                    words.append((team, f"word-{kill:02}-{len(words):04}"))
                else:
                    team = words[-1][0]
                if not attempt(address, secrets[team], words[-1], len(words)):
                    break
                acknowledged.add(words[-1])
                sleep(rng.uniform(0, 0.3))
            os.kill(process.pid, signal.SIGKILL)
        found = played(links.folder)
        assert found.items() >= games.items()
        games = found
    with served(links.folder) as (_, address):
        for number, (team, word) in enumerate(words, start=1):  # a client that heard nothing
            if (team, word) not in acknowledged:
                assert attempt(address, secrets[team], (team, word), number)
        wait_until(lambda: are_served(links.folder))
    wait_until(lambda: not is_working(links.folder))
    with LeagueStore(links.folder) as store:
        versions = store.versions.all()
        assert len(versions) == len(words)
        for team in (1, 2, 3):
            numbers = [version.number for version in versions if version.team == team]
            assert numbers == list(range(1, len(numbers) + 1))
        states = {version.state for version in versions}
        assert states <= {VersionState.ACTIVE, VersionState.RETIRED, VersionState.REPLACED}
        active = [v.team for v in versions if v.state is VersionState.ACTIVE]
        assert sorted(active) == sorted({team + 1 for team, _ in words})
        places = [player.place for player in store.players.all()]
        assert places == list(range(len(store.ladder.settings.agents)))
        assert played(links.folder).items() >= games.items()
        assert all(record.moves for _, record in store.arena.records(store.ladder))


def attempt(address: str, secret: str, sent: tuple[int, str], number: int) -> bool:
    """Sends a submission; returns whether it was acknowledged."""
    file, content = source(number)
    try:
        with httpx.Client(base_url=address, timeout=120) as client:
            client.post("/api/league/session", json={"secret": secret}).raise_for_status()
            return send(client, content, file=file, word=sent[1]).status_code == 201
    except httpx.TransportError:
        return False


def are_served(folder: Path) -> bool:
    """Whether every submission had its turn and games are played."""
    with LeagueStore(folder) as store:
        return not store.versions.queue() and len(played(folder)) > 10


def is_active(folder: Path) -> bool:
    """Whether the first submission plays for its team."""
    with LeagueStore(folder) as store:
        return store.versions.get(1).state is VersionState.ACTIVE


@pytest.mark.slow
def test_a_killed_worker_is_restarted(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    secret = links.team("A")
    with served(links.folder) as (process, address):
        wait_until(lambda: is_working(links.folder))
        for child in children_of(process.pid):
            os.kill(child, signal.SIGKILL)
        assert attempt(address, secret, (0, "word-after"), 2)
        wait_until(lambda: is_active(links.folder))
