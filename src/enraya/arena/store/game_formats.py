"""Games as text: JSON lines that can be imported, CSV for spreadsheets, PGN for people."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.store.game_row import GameRow, encode_row
from enraya.arena.store.store import Store, Tournament
from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting
from enraya.game.record import GameRecord
from enraya.printable import printable

IMPORTED = "imported"
"""The kind of a tournament whose games were imported."""
CSV_COLUMNS = (
    "game", "tournament", "rules", "first", "second", "winner", "termination", "reason",
    "plies", "opening", "moves", "seed", "first_seconds", "second_seconds",
    "first_nodes", "second_nodes",
)  # fmt: skip


def jsonl_lines(store: Store, tournament: Tournament) -> Iterator[str]:
    """A line of JSON for each game of a tournament."""
    for _, record in store.records(tournament):
        yield record.to_json() + "\n"


def pgn_lines(store: Store, tournament: Tournament) -> Iterator[str]:
    """A PGN-like text for each game of a tournament."""
    for number, record in store.records(tournament):
        yield f'[Event "tournament {tournament.id}"]\n[Round "{number}"]\n{record.to_pgn()}\n'


def csv_lines(store: Store, tournament: Tournament) -> Iterator[str]:
    """A line of headings, then a line of CSV for each game of a tournament."""
    yield _csv_line(CSV_COLUMNS)
    names = tournament.names
    for number, row in store.rows(tournament.id):
        values = {
            **row._asdict(),
            "game": number,
            "tournament": tournament.id,
            "rules": tournament.settings.rules,
            "first": names[row.first],
            "second": names[row.second],
            "opening": tournament.opening(row.opening),
            "reason": printable(row.reason),
        }
        yield _csv_line(values[column] for column in CSV_COLUMNS)


def _csv_line(values: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


FORMATS: dict[str, Callable[[Store, Tournament], Iterator[str]]] = {
    "jsonl": jsonl_lines,
    "csv": csv_lines,
    "pgn": pgn_lines,
}
"""The export formats, by the name that ``--format`` takes."""


def import_games(store: Store, text: str) -> list[Tournament]:
    """Imports the games in JSON lines into the store, as one tournament for each rule set.

    Importing the same text again returns the same tournaments and adds nothing.

    Raises:
        InvalidNotation: when a line is not a game; nothing is imported then.
        InvalidSetting: when the text has no games.
    """
    by_rules: dict[str, list[GameRecord]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = GameRecord.from_json(line)
        except EnrayaError as error:
            raise InvalidNotation(f"line {number}: {error}") from None
        by_rules.setdefault(record.rules, []).append(record)
    if not by_rules:
        raise InvalidSetting("there are no games to import")
    digest = sha256(text.encode()).hexdigest()
    return [_keep(store, records, digest) for records in by_rules.values()]


def _keep(store: Store, records: list[GameRecord], digest: str) -> Tournament:
    """The finished tournament of these records, which is created if it is not in the store."""
    agents = list(dict.fromkeys(agent for record in records for agent in record.agents))
    openings = list(dict.fromkeys(record.opening for record in records))
    settings = TournamentSettings(
        kind=IMPORTED,
        agents=tuple(Entrant(agent, agent, digest) for agent in agents),
        games=len(records),
        rules=records[0].rules,
        openings=tuple(openings),
    )
    tournament = store.find(settings) or store.create(settings, openings)
    if store.count(tournament.id) == 0:  # otherwise an earlier import added them
        store.add_games(tournament.id, list(_numbered(records, agents, openings)))
    store.finish(tournament.id)
    return store.tournament(tournament.id)


def _numbered(
    records: list[GameRecord], agents: list[str], openings: list[str]
) -> Iterator[GameRow]:
    """The rows of the records; each repetition of a game gets another number for its opening."""
    met: Counter[tuple[tuple[str, str], str]] = Counter()
    for record in records:
        before = met[record.agents, record.opening]
        met[record.agents, record.opening] += 1
        first, second = (agents.index(agent) for agent in record.agents)
        number = openings.index(record.opening) + before * len(openings)
        yield encode_row(Pairing(first, second, number), record)
