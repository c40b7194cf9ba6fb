"""Teams from lists of students."""

from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.roster import enter_roster, format_rows, read_roster
from tests.league.making import make_league

MOODLE = (
    "\ufeffNombre;Apellido(s);Correo;Grupo\r\n"
    "Ana;López;a@x.es;Uno\r\nBo;Díaz;b@x.es;Uno\r\nCi;Ro;c@x.es;Dos\r\n"
)


def test_a_list_of_the_course_platform_makes_teams_with_a_link_each(tmp_path: Path) -> None:
    file = tmp_path / "students.csv"
    file.write_text(MOODLE)
    with make_league(tmp_path / "ia") as store:
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
        ('team,name\n"A,b\n', "is no table"),
        ("team\n" + "x\n" * 6_000, "more than"),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: str, why: str) -> None:
    file = tmp_path / "students.csv"
    file.write_text(content)
    with pytest.raises(EnrayaError, match=why):
        read_roster(file)


def test_all_teams_of_a_list_join_or_none(tmp_path: Path) -> None:
    file = tmp_path / "students.csv"
    file.write_text("team\nA\nB\nC\n")
    with make_league(tmp_path / "ia", max_teams=2) as store:
        with pytest.raises(EnrayaError, match="full"):
            enter_roster(store, read_roster(file))
        assert not store.teams.all()
