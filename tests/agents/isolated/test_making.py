"""Programs wherever an agent's text may stand: checked before the first game, digested, played."""

from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.agents.isolated.agent import make_isolated
from enraya.agents.text.spec import AgentSpec, parse_spec
from enraya.arena.plan.entrants import check_unchanged, make_entrants
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting
from enraya.isolation.faults import AgentFault
from tests.isolation.support import _nothing_is_left, mark  # the fixtures apply to the module

__all__ = ["_nothing_is_left", "mark"]

SCRIPT = "#!/bin/sh\nwhile read moves; do echo 4; done\n"
LONG = Limit(seconds=30)


def script(folder: Path, name: str = "mine") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(SCRIPT)
    path.chmod(0o755)
    return path


def text_of(command: str) -> str:
    return str(CallSpec(f"program:{command}"))


def spec_of(command: str) -> AgentSpec:
    return parse_spec(text_of(command))


def test_a_program_is_checked_before_the_first_game(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text(SCRIPT)
    for command, words in (
        (str(tmp_path / "absent"), "there is no program"),
        ("absent-program", "there is no program"),
        (str(plain), "chmod"),
        ("", "a program needs a command"),
        ("sh -c 'echo", "a quote that is not closed"),
    ):
        with pytest.raises(InvalidSetting, match=words):
            spec_of(command).check_files()
        with pytest.raises(InvalidSetting, match=words):
            make_entrants([text_of(command)])


def test_a_changed_program_is_another_agent(tmp_path: Path) -> None:
    executable, weights = script(tmp_path), tmp_path / "weights.txt"
    weights.write_text("1 2 3")
    command = f"{executable} --weights={weights} {weights} 4"
    assert spec_of(command).check_files() == [executable, weights, weights]
    for changed in (executable, weights):
        (entrant,) = make_entrants([text_of(command)])
        check_unchanged([entrant])
        changed.write_text(changed.read_text() + "# more\n")
        with pytest.raises(InvalidSetting, match="has changed"):
            check_unchanged([entrant])


def test_a_text_makes_a_program_that_plays_one_game_after_another(tmp_path: Path) -> None:
    path = script(tmp_path)
    path.write_text("#!/bin/sh\nn=0\nwhile read m; do n=$((n + 1)); echo $n; done\n")
    agent = parse_agent(text_of(str(path)), 1)
    moves = [agent.choose(Position.parse(moves), LONG).move for moves in ("", "12", "1", "77", "")]
    assert moves == [1, 2, 1, 1, 1]  # as the second player, and in games that are new
    del agent


def test_a_program_that_vanishes_between_two_games_loses_them(tmp_path: Path) -> None:
    path = script(tmp_path)
    agent = make_isolated(spec_of(str(path)))
    path.unlink()
    with pytest.raises(Exception, match="import: there is no program"):
        agent.start()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("mine.py", "open('table.txt')\ndef choose(position, limit):\n    return 4\n"),
        ("mine", "#!/bin/sh\nread moves < table.txt || exit 3\n"),
    ],
)
def test_an_agent_that_misses_a_file_learns_that_it_sees_only_its_own(
    tmp_path: Path, name: str, code: str
) -> None:
    path = script(tmp_path, name)
    path.write_text(code)
    spec = spec_of(str(path)) if name == "mine" else parse_spec(f"file:{path}")
    for alone in (True, False):
        agent = make_isolated(spec, rules=Position.start().rules, alone=alone)
        with agent, pytest.raises(AgentFault) as caught:
            agent.choose(Position.start(), LONG)
        assert "table.txt" in caught.value.reason
        assert ("give it a folder of its own" in caught.value.reason) == alone


PIPES = """#!/bin/sh
while read moves; do
  for i in 1 2 3 4 5 6 7 8 9 10; do true | cat | cat | cat; done
  echo 4
done
"""


def test_the_end_of_one_process_keeps_no_other_from_starting(tmp_path: Path) -> None:
    """A shell is told by a signal that a part of a pipe has ended, while it starts the next."""
    path = script(tmp_path)
    path.write_text(PIPES)
    with make_isolated(spec_of(str(path)), rules=Position.start().rules) as agent:
        assert agent.choose(Position.start(), LONG).move == 4
