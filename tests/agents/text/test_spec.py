"""Specifications of agents, and the files they name."""

import os
import sys
from pathlib import Path

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.text.spec import EXAMPLE_GENES, find_executable, parse_spec, share_a_folder
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.models import model_path

WRITTEN_OUT = "genes(0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)"


def test_four_bare_genes_play_like_the_same_genes_written_out() -> None:
    bare, called = parse_agent(f" {EXAMPLE_GENES} ", 3), parse_agent(WRITTEN_OUT, 3)
    assert bare.name == EXAMPLE_GENES
    positions = [Position.parse(moves) for moves in ("", "4", "4453", "324443", "12345")]
    chosen = [[agent.choose(p, Limit()).move for p in positions] for agent in (bare, called)]
    assert chosen[0] == chosen[1]


def test_a_named_player_stands_for_an_agent_and_keeps_its_name() -> None:
    spec = parse_spec(" QMatic( 8 )")
    assert (spec.text, spec.written) == ("QMatic( 8 )", "QMatic(8)")
    assert str(spec.call) == "alphabeta(depth=8, eval=qmatic(published=true), style=upc)"
    assert parse_agent("QMatic( 8 )").name == "QMatic(8)"


@pytest.mark.parametrize("text", ["level(5)", "genes(0.5, 0.5, 0.5, 0.5)", "nobody(1)", "0.5"])
def test_other_specifications_are_left_unchanged(text: str) -> None:
    spec = parse_spec(text)
    assert spec.text == spec.written == str(spec.call) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.5,0.5,0.5", "'0.5,0.5,0.5' has 3 numbers; an agent written as numbers has four"),
        ("0,1,0,1,0", "has 5 numbers"),
        ("0.5,0.5,1.5,0.5", "'1.5' is not a number from 0 to 1"),
        ("0.5,0.5,x,0.5", "'x' is not a number from 0 to 1"),
        ("0.5,0.5,nan,0.5", "'nan' is not a number from 0 to 1"),
        ("0.5,0.5,0.5,", "'' is not a number from 0 to 1"),
        ("QMatic", "agent 'QMatic' needs depth"),
        ("QMatic(0)", "depth must be from 1 to 64"),
        ("QMatic(8, stage=row)", "must be one of columns, rows, levels, diagonals"),
        ("ninja(4)", "level must be from 1 to 3"),
    ],
)
def test_bad_specifications_are_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        parse_agent(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("file:mine.py", "file:mine.py", "file:mine.py"),
        ('file:"mine.py"', "file:mine.py", "file:mine.py"),
        ('file:"my agent (1).py"', "file:my agent (1).py", 'file:"my agent (1).py"'),
        ("file:my agent (1).py", "file:my agent (1).py", "file:my agent (1).py"),
        ("program:./mine -d 4", "program:./mine -d 4", "program:./mine -d 4"),
        ('program:"./mine (1)"', "program:./mine (1)", 'program:"./mine (1)"'),
        ('"level"(3)', "level", "level(3)"),
    ],
)
def test_quotes_belong_to_the_text_and_not_to_the_name(text: str, name: str, written: str) -> None:
    spec = parse_spec(f" {text} ")
    assert spec.call.name == name
    assert spec.written == written
    assert parse_spec(written) == spec


def test_a_file_and_a_heuristic_may_have_any_name(tmp_path: Path) -> None:
    odd = tmp_path / 'a (1), b=2 "c".py'
    odd.write_text("def heuristic(position):\n    return position.plies\n")
    quoted = str(CallSpec(f"file:{odd}"))
    for text in (quoted, f"file:{odd}", f"greedy(eval={quoted})"):
        agent = parse_agent(text)
        assert agent.name == text
        assert agent.choose(Position.start(), Limit()).move in range(1, 8)


def test_a_model_may_have_any_name(tmp_path: Path) -> None:
    odd = tmp_path / "tables (1), small.npz"
    odd.write_bytes(model_path("tables").read_bytes())
    agent = parse_agent(f'learned("{odd}")')
    assert agent.name == f'learned("{odd}")'
    assert agent.choose(Position.start(), Limit()).move in range(1, 8)


@pytest.mark.parametrize(
    ("text", "path", "language", "is_isolated"),
    [
        ("file:mine.cpp", "mine.cpp", "C++", True),
        (" file:a (copy).py ", "a (copy).py", None, True),
        ("alphabeta(depth=3, eval=file:a.py)", None, None, True),
        ("alphabeta(depth=3, eval=threats)", None, None, False),
        ("program:sh", None, None, True),
    ],
)
def test_a_specification_tells_its_file_its_language_and_if_it_is_isolated(
    text: str, path: str | None, language: str | None, is_isolated: bool
) -> None:
    spec = parse_spec(text)
    assert (spec.path, spec.is_isolated) == (path, is_isolated)
    assert (spec.language.name if spec.language else None) == language


def test_a_missing_file_is_named_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"there is no file 'absent\.py'"):
        parse_spec("greedy(eval=file:absent.py)").check_files()
    with pytest.raises(InvalidSetting, match="is a folder; name the file in it"):
        parse_spec(f"file:{tmp_path}").check_files()
    (tmp_path / "fails.py").write_text("1 / 0")
    parse_spec(f"file:{tmp_path}/fails.py").check_files()


def test_an_agent_sees_its_folder_and_the_targets_of_links_in_it(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    link = tmp_path / "agents" / "mine.py"
    link.symlink_to(tmp_path / "real.py")
    (tmp_path / "real.py").touch()
    spec = parse_spec(f"file:{link}")
    assert spec.visible_files(alone=False) == [str(link.parent), str(tmp_path / "real.py")]
    assert spec.visible_files(alone=True) == [str(link)]


def test_a_folder_that_holds_more_than_agents_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for folder in (tmp_path / "me", shared):
        folder.mkdir()
    shared.chmod(0o1777)  # every user may write there, as in /tmp
    for file in (tmp_path / "me" / "mine.py", tmp_path / "mine.py", shared / "mine.py"):
        assert parse_spec(f"file:{file}").visible_files(alone=False) == [str(file)]


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="programs play on Linux only")


def script(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@on_linux
def test_agents_share_a_folder_that_one_of_them_is_shown(tmp_path: Path) -> None:
    one, two = (parse_spec(f"program:{script(tmp_path / name / 'mine')}") for name in ("a", "b"))
    beside, below = parse_spec(f"file:{tmp_path}/a/x.py"), parse_spec(f"file:{tmp_path}/a/b/x.py")
    assert one.visible_files(alone=False) == [str(tmp_path / "a")]
    assert not share_a_folder([one, two, one])
    assert share_a_folder([one, beside])
    assert share_a_folder([below, beside])
    assert share_a_folder([one, two], kept=[tmp_path / "b" / "games.sqlite"])


@on_linux
def test_the_files_of_a_command_are_those_of_its_author(tmp_path: Path) -> None:
    mine, weights, table = (script(tmp_path / name) for name in ("mine", "weights", "table"))
    command = f"{mine} -v {weights} --table={table} --depth=4"
    assert parse_spec(f"program:{command}").check_files() == [mine, weights, table]
    assert parse_spec(f"program:sh {mine}").check_files() == [mine]
    assert parse_spec("program:sh").check_files() == []
    assert parse_spec("program:no-such-program").files() == [Path("no-such-program")]


@on_linux
def test_a_program_is_found_by_its_path_and_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = script(tmp_path / "bin" / "mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(mine.parent))
    assert find_executable("./bin/mine") == find_executable("mine") == str(mine)


@on_linux
def test_scripts_that_choose_a_version_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shims = [script(tmp_path / "shims" / name) for name in ("python3", "node", "only")]
    node = script(tmp_path / "bin" / "node")
    monkeypatch.setenv("PATH", os.pathsep.join([f"{tmp_path}/shims", f"{tmp_path}/bin"]))
    assert find_executable("python3") == sys.executable
    assert find_executable("node") == str(node)
    assert find_executable("only") == str(shims[2])
