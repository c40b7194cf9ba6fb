"""What ``--store`` means."""

from pathlib import Path

from enraya.arena.store.database import FILE_NAME, games_file, laboratory_place
from enraya.arena.store.store import Store
from tests.cli.running import printed


def test_a_folder_has_the_games_of_every_command(tmp_path: Path) -> None:
    assert games_file(tmp_path) == tmp_path / FILE_NAME
    assert laboratory_place(tmp_path) == (tmp_path, None)
    command = ("match", "random", "random", "--games", "2", "--engine", "serial")
    printed(*command, "--store", str(tmp_path))
    with Store(tmp_path / FILE_NAME) as store:
        assert store.count(1) == 2
    assert printed("games", "list", "--store", str(tmp_path)).count("match") == 1


def test_a_file_has_its_laboratory_beside_it(tmp_path: Path) -> None:
    for name in ("games", "new.sqlite"):
        file = tmp_path / name
        if name == "games":
            file.write_text("")
        assert games_file(file) == file
        assert laboratory_place(file) == (tmp_path / f"{name}.laboratory", file)


def test_a_new_name_is_a_folder_for_a_laboratory_only(tmp_path: Path) -> None:
    assert laboratory_place(tmp_path / "new") == (tmp_path / "new", None)
    assert games_file(tmp_path / "new") == tmp_path / "new"
