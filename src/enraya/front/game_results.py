"""The results of games, matches and tournaments."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from enraya.arena.results.summary import AgentRow, Summary
from enraya.arena.statistics.elo import describe_score
from enraya.arena.statistics.tally import ResultCounts, total_of
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.result import Result, Rows
from enraya.rules import parse_rules

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType


@dataclass(frozen=True, slots=True, repr=False)
class Game(Result):
    """One game and what its players said about their moves."""

    formats: ClassVar[Mapping[str, str]] = {"score": "+.4g", "nodes": ",", "seconds": ".4f"}
    record: GameRecord

    @property
    def moves(self) -> str:
        """All moves from the empty board, the opening included."""
        return self.record.moves

    @property
    def winner(self) -> int | None:
        """1 or 2, 0 for a draw; None if the game was not finished."""
        return self.record.winner

    @property
    def position(self) -> Position:
        """The last position."""
        return Position.parse(self.record.moves, self.record.rules)

    @property
    def drawn(self) -> Position:
        """The last position."""
        return self.position

    @property
    def rows(self) -> Rows:
        """One row for each move that a player chose."""
        record, rules = self.record, parse_rules(self.record.rules)
        position, rows = Position.parse(record.opening, rules), []
        chosen = record.moves[position.plies :]
        for move, note in zip(chosen, record.notes, strict=False):
            said = {"score": note.score, "nodes": note.nodes, "seconds": note.seconds}
            agent = record.agents[position.mover - 1]
            rows.append({"move": position.plies + 1, "agent": agent, "column": move, **said})
            position = position.play(move)
        return rows

    @property
    def remarks(self) -> list[str]:
        """The players with their moves, and why an agent failed, if one did."""
        first, second = self.record.agents
        words = [f"{first} – {second}: {self.moves}"]
        return words + (
            [f"{self.record.termination}: {self.record.reason}"] * bool(self.record.reason)
        )

    def to_object(self) -> dict[str, Any]:
        """The record as plain values."""
        state: dict[str, Any] = json.loads(self.record.to_json())
        return state

    def to_pgn(self) -> str:
        """The game as PGN-like text."""
        return self.record.to_pgn()


@dataclass(frozen=True, repr=False)
class Ranking(Result):
    """The table of a tournament, best agent first, with all its games."""

    formats: ClassVar[Mapping[str, str]] = {
        "elo": ".0f", "low": ".0f", "high": ".0f", "points": "g", "wrong": ".1%",
        "seconds_per_move": ".4f", "nodes_per_move": ",.0f",
    }  # fmt: skip
    summary: Summary
    games: tuple[Game, ...] = ()

    @property
    def winner(self) -> str:
        """The winner of a knock-out, else the agent with the highest rating."""
        return self.summary.champion or self.summary.agents[0].standing.agent

    @property
    def rows(self) -> Rows:
        """One row for each agent; ``low`` and ``high`` bound the 95 % interval of its Elo."""
        agents = self.summary.agents
        rows = [_row(rank, row) for rank, row in enumerate(agents, start=1)]
        for row, agent in zip(rows, agents, strict=True):
            if any(other.mistakes for other in agents):
                judged = agent.mistakes
                row["wrong"] = judged.losing / judged.moves if judged and judged.moves else None
            if any(other.faults for other in agents):
                row["failed"] = sum(agent.faults.values())
        return rows

    @property
    def remarks(self) -> list[str]:
        """Which agents failed, and how."""
        return [
            f"{row.standing.agent} failed ({what}): {reason}"
            for row in self.summary.agents
            for what, reason in row.reasons.items()
        ]

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """The ranking, as wide as the terminal allows, and notes on failures and equal files."""
        from rich.text import Text

        from enraya.front.ranking import notes_on, ranking_table

        yield ranking_table(self.summary, console)
        for note in notes_on(self.summary):
            yield Text(note, no_wrap=True, overflow="ignore")

    def to_object(self) -> dict[str, Any]:
        """The same as ``enraya tournament --json`` prints."""
        return self.summary.to_object()


@dataclass(frozen=True, repr=False)
class Match(Ranking):
    """The ranking and the games of two agents; wins, draws, losses and points are the first's."""

    @property
    def _counts(self) -> ResultCounts:
        return total_of(self.summary.tournament.names[0], self.summary.tallies).total

    @property
    def wins(self) -> int:
        """How many games the first agent won."""
        return self._counts.wins

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return self._counts.draws

    @property
    def losses(self) -> int:
        """How many games the first agent lost."""
        return self._counts.losses

    @property
    def points(self) -> float:
        """The points of the first agent: one for a win, a half for a draw."""
        return self._counts.points

    @property
    def remarks(self) -> list[str]:
        """The result of the first agent, and which agents failed."""
        first = self.summary.tournament.names[0]
        score = describe_score(total_of(first, self.summary.tallies))
        return [f"{first}: {score}", *super().remarks]


def _row(rank: int, row: AgentRow) -> dict[str, Any]:
    rating, total = row.standing.rating, row.standing.tally.total
    return {
        "rank": rank,
        "agent": row.standing.agent,
        "elo": rating.elo,
        "low": rating.low,
        "high": rating.high,
        "points": total.points,
        "games": total.games,
        "wins": total.wins,
        "draws": total.draws,
        "losses": total.losses,
        "seconds_per_move": row.seconds,
        "nodes_per_move": row.nodes,
    }
