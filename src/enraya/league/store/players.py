"""The players of the ladder: the baselines, and every version that has been active."""

from dataclasses import replace

from enraya.arena.plan.entrants import Entrant
from enraya.arena.store.database import Database
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.league.model.ladder import LadderPlayer
from enraya.league.model.records import Version, VersionState
from enraya.league.store.schema import LADDER
from enraya.league.store.versions import Versions

_COLUMNS = "place, name, spec, version, team, predecessor, is_active"


class Players:
    """The list of players of the ladder, from which none is ever removed."""

    def __init__(self, database: Database, arena: Store, versions: Versions) -> None:
        self._database, self._arena, self._versions = database, arena, versions

    def all(self) -> list[LadderPlayer]:
        """Every player, in the order of their places."""
        query = f"SELECT {_COLUMNS} FROM players ORDER BY place"  # noqa: S608  # no input
        return [
            LadderPlayer._make((*row[:-1], bool(row[-1]))) for row in self._database.query(query)
        ]

    def set_baselines(self, baselines: tuple[str, ...]) -> None:
        """Makes these baselines active and all others inactive; call it inside a transaction."""
        known = {player.spec: player for player in self.all() if player.is_baseline}
        for spec, player in known.items():
            self._set_active(player.place, spec in baselines)
        for spec in baselines:
            if spec not in known:
                self._append(LadderPlayer(len(self.all()), spec, spec), Entrant(spec, spec))

    def activate(self, version: Version) -> None:
        """Makes a version the active player of its team; call it inside a transaction.

        A version that was active before it becomes retired.

        Raises:
            InvalidSetting: when the version has never passed its check.
        """
        if not version.spec:
            raise InvalidSetting(f"version {version.number} has not been checked")
        players = self.all()
        theirs = [one for one in players if one.team == version.team]
        before = next((one for one in theirs if one.is_active), None)
        if before is not None and before.version_id != version.id:
            self._set_active(before.place, False)
            assert before.version_id is not None
            self._versions.move(before.version_id, [VersionState.ACTIVE], VersionState.RETIRED)
        mine = next((one for one in theirs if one.version_id == version.id), None)
        if mine is not None:
            self._set_active(mine.place, True)
            return
        name = f"team {version.team} v{version.number}"
        place = None if before is None else before.place
        player = LadderPlayer(len(players), name, version.spec, version.id, version.team, place)
        self._append(player, Entrant(name, version.spec, version.digest, version.bytes))

    def deactivate(self, team: int) -> None:
        """Makes all players of a team inactive; call it inside a transaction."""
        self._database.execute("UPDATE players SET is_active = 0 WHERE team = ?", team)

    def _set_active(self, place: int, is_active: bool) -> None:
        query = "UPDATE players SET is_active = ? WHERE place = ?"
        self._database.execute(query, is_active, place)

    def _append(self, player: LadderPlayer, entrant: Entrant) -> None:
        self._database.execute(
            f"INSERT INTO players ({_COLUMNS}, identity) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # no input
            *player, player.spec,
        )  # fmt: skip
        ladder = self._arena.tournament(LADDER)
        settings = replace(ladder.settings, agents=(*ladder.settings.agents, entrant))
        assert len(settings.agents) == player.place + 1
        self._database.execute(
            "UPDATE tournaments SET settings = ? WHERE id = ?", settings.to_json(), LADDER
        )
