"""Teams from lists of students."""

from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.store.roster import MOST_BYTES, MOST_ROWS, enter_roster, format_rows, read_roster
from enraya.league.store.store import LeagueStore

MOODLE = (
    "\ufeffNombre;Apellido(s);Correo;Grupo\r\n"
    "Ana;López;a@x.es;Uno\r\nBo;Díaz;b@x.es;Uno\r\nCi;Ro;c@x.es;Dos\r\n"
)


def filled(size: int) -> str:
    """A list of this many bytes."""
    row = "x" * 999 + "\n"
    text = "team\n" + row * (size // len(row) - 1)
    return text + "x" * (size - len(text))


def test_a_course_platform_list_makes_teams_with_a_link_each(
    tmp_path: Path, store: LeagueStore
) -> None:
    file = tmp_path / "students.csv"
    file.write_text(MOODLE)
    rows, new, known = enter_roster(store, read_roster(file))
    assert (new, known) == (2, 0)
    assert [team.members for team in store.teams.all()] == [
        ("Ana López", "Bo Díaz"),
        ("Ci Ro",),
    ]
    assert rows[0]["secret"] == rows[1]["secret"] != rows[2]["secret"]
    holder = store.access.link(rows[2]["secret"])
    assert holder is not None
    assert holder.team == 2
    again, new, known = enter_roster(store, read_roster(file))
    assert (new, known) == (0, 2)
    assert {row["secret"] for row in again} == {""}
    renewed, _, _ = enter_roster(store, read_roster(file), renew=True)
    assert store.access.link(rows[0]["secret"]) is None
    assert store.access.link(renewed[0]["secret"]) is not None
    text = format_rows(["Nombre", "number"], [{"Nombre": "=1+1", "number": "1"}])
    assert text == "Nombre,number\r\n'=1+1,1\r\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("name,mail\nAna,a@x.es\n", "no column of teams"),
        ("", "no column of teams"),
        ('team,name\n"A,b\n', "is not a CSV table"),
        ("team\n" + "x\n" * (MOST_ROWS + 1), "more than"),
        (filled(MOST_BYTES + 1), "more than"),
    ],
)
def test_a_malformed_or_overlong_list_is_refused(tmp_path: Path, content: str, why: str) -> None:
    file = tmp_path / "students.csv"
    file.write_text(content)
    with pytest.raises(EnrayaError, match=why):
        read_roster(file)


@pytest.mark.parametrize("changes", [{"max_teams": 2}])
def test_all_teams_of_a_list_join_or_none(tmp_path: Path, store: LeagueStore) -> None:
    file = tmp_path / "students.csv"
    file.write_text("team\nA\nB\nC\n")
    with pytest.raises(EnrayaError, match="full"):
        enter_roster(store, read_roster(file))
    assert not store.teams.all()


def test_lists_may_have_aliases_empty_rows_and_unknown_columns(
    tmp_path: Path, store: LeagueStore
) -> None:
    file = tmp_path / "students.csv"
    file.write_text(
        "Member,First name,Team,Alias\n"
        "Ana López,Ana,Uno,\nBo Díaz,Bo,Dos,Linces\n,,,\n\nCi Ro,Ci,Uno,Águilas,extra\nEve,Eve\n"
    )
    roster = read_roster(file)
    assert [row["Team"] for row in roster.rows] == ["Uno", "Dos", "Uno", ""]
    rows, new, known = enter_roster(store, roster)
    assert (new, known) == (2, 0)
    assert [row["number"] for row in rows] == ["1", "2", "1", ""]
    assert [(team.alias, team.members) for team in store.teams.all()] == [
        ("Águilas", ("Ana López", "Ci Ro")),
        ("Linces", ("Bo Díaz",)),
    ]
