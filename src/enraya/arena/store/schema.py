"""The tables of the store, and the longer questions about them."""

from enraya.arena.store.game_row import GameRow

VERSION = 1
"""The version of the format; a store with a higher one is refused."""
SCHEMA = """
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    created TEXT NOT NULL,
    settings TEXT NOT NULL,
    openings TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES tournaments(id),
    first INTEGER NOT NULL, second INTEGER NOT NULL, opening INTEGER NOT NULL,
    winner INTEGER, termination TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL,
    seed INTEGER, reason TEXT NOT NULL,
    first_moves INTEGER NOT NULL, second_moves INTEGER NOT NULL,
    first_seconds REAL, second_seconds REAL, first_nodes INTEGER, second_nodes INTEGER,
    notes TEXT NOT NULL,
    UNIQUE (tournament, first, second, opening)
);
CREATE TABLE judged (
    game INTEGER PRIMARY KEY REFERENCES games(id),
    first_moves INTEGER NOT NULL, first_losing INTEGER NOT NULL, first_imperfect INTEGER NOT NULL,
    second_moves INTEGER NOT NULL, second_losing INTEGER NOT NULL, second_imperfect INTEGER NOT NULL
)
"""
COLUMNS = ", ".join(GameRow._fields)
PLACES = ", ".join("?" * len(GameRow._fields))
ADD = f"INSERT INTO games (tournament, {COLUMNS}) VALUES (?, {PLACES})"  # noqa: S608  # no input
GAMES = "FROM games WHERE tournament = ?"
COSTS = f"""
SELECT agent, sum(seconds) / sum(iif(seconds IS NULL, 0, moves)),
    1.0 * sum(nodes) / sum(iif(nodes IS NULL, 0, moves))
FROM (
    SELECT first AS agent, first_moves AS moves, first_seconds AS seconds, first_nodes AS nodes
    {GAMES}
    UNION ALL
    SELECT second, second_moves, second_seconds, second_nodes {GAMES}
) GROUP BY agent
"""  # noqa: S608  # no input
FAULTS = f"""
SELECT CASE winner WHEN 1 THEN second ELSE first END AS agent, termination, count(*), reason,
    min(id)
{GAMES} AND reason != '' GROUP BY agent, termination
"""
JUDGED = "FROM games JOIN judged ON judged.game = games.id WHERE tournament = ?"
MISTAKES = f"""
SELECT agent, sum(moves), sum(losing), sum(imperfect)
FROM (
    SELECT first AS agent, judged.first_moves AS moves, first_losing AS losing,
        first_imperfect AS imperfect {JUDGED}
    UNION ALL
    SELECT second, judged.second_moves, second_losing, second_imperfect {JUDGED}
) GROUP BY agent
"""  # noqa: S608  # no input
FORGET_JUDGED = f"DELETE FROM judged WHERE game IN (SELECT id {GAMES})"  # noqa: S608  # no input
ORDER = "ORDER BY opening, min(first, second), max(first, second), first"
