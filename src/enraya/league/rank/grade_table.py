"""Grades as a table that a course platform imports: one row for each student."""

from collections.abc import Sequence

from enraya.errors import InvalidSetting
from enraya.league.model.records import Team
from enraya.league.rank.grade_texts import evidence_in_words, item_name
from enraya.league.rank.grades import Grade
from enraya.league.store.roster import TEAM, StudentList, format_rows
from enraya.texts import Texts

_DIGITS = 2


def grades_csv(
    grades: Sequence[Grade], teams: Sequence[Team], t: Texts, roster: StudentList | None = None
) -> str:
    """A row for each student: who they are, the grade, the points, and what stands behind them.

    Args:
        grades: of the teams.
        teams: all of them.
        t: the language of the headings and of the feedback.
        roster: the operator's list of students, whose columns (an e-mail address, a number) tell
            the platform who they are; without it there are the names that teams gave.

    Raises:
        InvalidSetting: when the list names a team that the league does not have.
    """
    by_id = {team.id: team for team in teams}
    cells = {grade.team: _cells(grade, by_id[grade.team], t) for grade in grades}
    added = list(next(iter(cells.values()), {}))
    if roster is None:
        member = t("league.grade.column.member")
        rows = [
            {member: who} | line
            for number, line in cells.items()
            for who in by_id[number].members or (by_id[number].name,)
        ]
        return format_rows([member, *added], rows)
    column = roster.column(TEAM)
    assert column is not None
    known = {team.name.casefold(): team.id for team in teams}
    rows = []
    for row in roster.rows:
        name = row[column].strip()
        if name and name.casefold() not in known:
            raise InvalidSetting(f"the list names a team that is not in the league: {name!r}")
        line = cells.get(known.get(name.casefold(), 0), {})
        rows.append(row | {key: line.get(key, "") for key in added})
    return format_rows(
        [*roster.columns, *(key for key in added if key not in roster.columns)], rows
    )


def _cells(grade: Grade, team: Team, t: Texts) -> dict[str, str]:
    version = "" if grade.version is None else str(grade.version)
    line = {
        t("league.grade.column.team"): team.name,
        t("league.grade.column.version"): version,
        t("league.grade.column.late"): _yes(grade.is_late, t),
        t("league.grade.column.grade"): _number(grade.grade),
    }
    line |= {item_name(item, t): _number(item.points) for item in grade.items}
    feedback = "; ".join(evidence_in_words(grade, t))
    final = _yes(grade.is_final, t)
    return line | {
        t("league.grade.column.final"): final,
        t("league.grade.column.feedback"): feedback,
    }


def _yes(is_so: bool, t: Texts) -> str:
    return t("league.grade.yes") if is_so else t("league.grade.no")


def _number(value: float) -> str:
    """A number as course platforms read it, with a point."""
    return f"{round(value, _DIGITS):g}"
