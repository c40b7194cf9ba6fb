"""Agents from files and programs, each in its own processes."""

from pathlib import Path
from time import perf_counter

import pytest

from enraya import Position, parse_rules
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent
from enraya.agents.isolated.agent import make_isolated
from enraya.agents.text.spec import AgentSpec, parse_spec
from enraya.arena.plan.entrants import check_unchanged, make_entrants
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from tests.isolation.support import (  # the fixtures apply to the module
    HELLO,
    LONG,
    SMALL,
    _nothing_is_left,
    fault_of,
    hostile,
    mark,
    written,
)

__all__ = ["_nothing_is_left", "mark"]


SOUND = {
    "uses threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def choose(position, limit):\n"
        "    with ThreadPoolExecutor(4) as pool:\n"
        "        return max(pool.map(int, '1234'))\n"
    ),
    "prints": (
        "def choose(position, limit):\n    print('{\"choice\": 1}', flush=True)\n    return 4\n"
    ),
    "changes its position": (
        "def choose(position, limit):\n"
        "    object.__setattr__(position, 'moves', '4444')\n    return 4\n"
    ),
    "is a compiled heuristic": (
        "from enraya.heuristics.userfile import heuristic\n"
        "@heuristic(compiled=True)\n"
        "def taste(context, board, player):\n    return 1.5\n"
    ),
}


@pytest.mark.parametrize("code", SOUND.values(), ids=SOUND.keys())
def test_a_sound_file_plays_on(tmp_path: Path, code: str) -> None:
    position = Position.parse("414141")
    with IsolatedAgent(written(tmp_path, code), allowance=SMALL) as agent:
        assert [agent.choose(position, LONG).move for _ in range(2)] == [4, 4]
    assert (position.moves, position.is_over) == ("414141", False)


def test_nothing_is_carried_over_to_the_next_game(tmp_path: Path) -> None:
    code = "calls = []\ndef choose(p, l):\n    calls.append(p)\n    return len(calls)\n"
    for _ in range(2):
        with IsolatedAgent(written(tmp_path, code)) as agent:
            assert [agent.choose(Position.start(), Limit()).move for _ in range(2)] == [1, 2]


def test_the_seed_determines_the_random_moves_of_a_file(tmp_path: Path) -> None:
    code = (
        "import random, numpy\n"
        "def choose(position, limit):\n"
        "    return int(random.choice((0, 2, 4)) + numpy.random.randint(1, 3))\n"
    )
    spec = written(tmp_path, code)

    def moves(seed: int) -> list[object]:
        with IsolatedAgent(spec, seed) as agent:
            return [agent.choose(Position.start(), Limit()).move for _ in range(12)]

    assert moves(5) == moves(5) != moves(6)


def test_a_heuristic_of_a_file_is_isolated_too(tmp_path: Path) -> None:
    path = tmp_path / "taste.py"
    path.write_text("def heuristic(position):\n    return len(position.moves) / 0\n")
    fault = fault_of(parse_spec(f"alphabeta(depth=2, eval=file:{path})"), LONG)
    assert fault.termination == Termination.EXCEPTION
    assert "ZeroDivisionError: division by zero (taste.py, line 2)" in fault.reason


def test_the_details_of_a_choice_reach_the_game(tmp_path: Path) -> None:
    path = tmp_path / "taste.py"
    path.write_text("def heuristic(position):\n    return 1.0\n")
    with IsolatedAgent(parse_spec(f"alphabeta(depth=2, eval=file:{path})")) as agent:
        started = perf_counter()
        choice = agent.choose(Position.parse("4"), Limit())
    assert choice.nodes
    assert choice.depth == 2
    assert choice.seconds is not None
    assert 0 < choice.seconds < perf_counter() - started
    assert choice.line == str(choice.move)


def test_a_kaggle_agent_refuses_other_rules_before_the_game(tmp_path: Path) -> None:
    spec = written(tmp_path, "def agent(observation, configuration):\n    return 3\n")
    agent = IsolatedAgent(spec, rules=parse_rules("boom"))
    with pytest.raises(AgentFault, match=r"import: .*classic games only"):
        agent.start()


def test_an_agent_that_failed_is_not_asked_again(tmp_path: Path) -> None:
    agent = IsolatedAgent(hostile(tmp_path, "exception"))
    for _ in range(2):
        with pytest.raises(AgentFault, match="ZeroDivisionError"):
            agent.choose(Position.start(), LONG)
    agent.close()
    agent.close()


def test_a_closed_agent_says_so(tmp_path: Path) -> None:
    agent = IsolatedAgent(written(tmp_path, HELLO))
    agent.choose(Position.start(), Limit())
    agent.close()
    with pytest.raises(AgentFault, match="closed"):
        agent.choose(Position.start(), Limit())


def test_an_agent_is_prepared_while_it_loads(tmp_path: Path) -> None:
    code = (
        "import time\nready = []\n"
        "def prepare(rules):\n    time.sleep(0.5)\n    ready.append(rules.columns)\n"
        "def choose(position, limit):\n    return ready[0] - 3\n"
    )
    with IsolatedAgent(written(tmp_path, code), rules=parse_rules("classic")) as agent:
        agent.start()
        assert agent.choose(Position.start(), LONG).move == 4


def test_without_a_game_an_agent_has_a_reserve_of_its_own(tmp_path: Path) -> None:
    code = "import time\ndef choose(position, limit):\n    time.sleep(0.6)\n    return 4\n"
    allowance = Allowance(reserve_seconds=600.0)
    with IsolatedAgent(written(tmp_path, code), allowance=allowance) as agent:
        for _ in range(2):
            assert agent.choose(Position.start(), Limit(seconds=0.1)).move == 4
    allowance = Allowance(reserve_seconds=0.1)
    fault = fault_of(written(tmp_path, code), Limit(seconds=0.1), allowance)
    assert fault.termination == Termination.TIMEOUT


def test_a_file_imports_modules_beside_it_unless_it_runs_alone(tmp_path: Path) -> None:
    (tmp_path / "my_helper.py").write_text("COLUMN = 6\n")
    spec = written(tmp_path, "import my_helper\ndef choose(p, l):\n    return my_helper.COLUMN\n")
    with IsolatedAgent(spec) as agent:
        assert agent.choose(Position.start(), LONG).move == 6
    with IsolatedAgent(spec, alone=True) as agent, pytest.raises(AgentFault, match="my_helper"):
        agent.choose(Position.start(), LONG)


SCRIPT = "#!/bin/sh\nwhile read moves; do echo 4; done\n"


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


def test_a_program_deleted_between_games_loses_the_later_ones(tmp_path: Path) -> None:
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
def test_a_missing_file_error_says_that_an_agent_sees_only_its_own_files(
    tmp_path: Path, name: str, code: str
) -> None:
    path = script(tmp_path, name)
    path.write_text(code)
    spec = spec_of(str(path)) if name == "mine" else parse_spec(f"file:{path}")
    for alone in (True, False):
        agent = make_isolated(spec, alone=alone)
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


def test_a_shell_can_start_a_process_while_another_ends(tmp_path: Path) -> None:
    """A shell is told by a signal that a part of a pipe has ended, while it starts the next."""
    path = script(tmp_path)
    path.write_text(PIPES)
    with make_isolated(spec_of(str(path))) as agent:
        assert agent.choose(Position.start(), LONG).move == 4
