"""`enraya engine`, asked as a game asks it."""

import json
import signal
import subprocess

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.isolated.lines import Role, environment, json_question, plain_question
from enraya.cli.play.engine import engine
from enraya.game.position import Position
from enraya.rules import parse_rules
from tests.cli.running import Stream, enraya, started


def ask(process: subprocess.Popen[str], line: str) -> str:
    """The answer to a line, which must come while the engine waits for more."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    return process.stdout.readline().strip()


@pytest.mark.parametrize("as_json", [True, False])
def test_a_game_with_an_engine_equals_the_game_with_its_agent(as_json: bool) -> None:
    with started("engine", "--agent", "level(3)", "--seed", "7") as process:
        assert ask(process, "") == "enraya 1"
        agent, position = parse_agent("level(3)", 7), Position.start()
        while not position.is_over:
            line = json_question(position, Limit()) if as_json else plain_question(position)
            move = agent.choose(position, Limit()).move
            assert ask(process, line.decode()) == str(move)
            position = position.play(move)
        out, complaints = process.communicate()
    assert (process.returncode, out, complaints) == (0, "", "")


def test_the_environment_gives_the_rules_and_the_seed_of_the_game() -> None:
    rules = parse_rules("boom")
    variables = environment(Role(rules, side=1), seed=5)
    position = Position.start(rules)
    expected = str(parse_agent("random", 5).choose(position, Limit()).move)
    with started("engine", "--agent", "random", **variables) as process:
        assert ask(process, "") == "enraya 1"
        process.stdin.write("4\n")  # type: ignore[union-attr]  # sent before the greeting came
        assert ask(process, json_question(position, Limit()).decode()) == expected
        out, complaints = process.communicate()
    assert (process.returncode, out, complaints) == (0, "", "")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("4x\n", "line 2: move 2 of '4x': 'x' is not a move"),
        ("1212121\n", "the game '1212121' is over"),
        (json.dumps({"moves": 4}) + "\n", "line 2: "),
    ],
)
def test_a_bad_line_ends_the_engine_with_a_sentence(line: str, sentence: str) -> None:
    done = enraya("engine", "--agent", "script(4)", given=f"4\n{line}4\n")
    assert done.returncode == 2
    assert done.stdout == "enraya 1\n4\n"
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_the_engine_quietly() -> None:
    with started("engine", "--agent", "random") as process:
        assert ask(process, "") == "enraya 1"
        assert ask(process, "\n") in list("1234567")
        process.send_signal(signal.SIGINT)
        out, complaints = process.communicate()
    assert (process.returncode, out, complaints) == (130, "", "")


@pytest.mark.parametrize(("is_terminal", "answers"), [(True, ["4"]), (False, [])])
def test_plain_moves_are_answered_on_a_terminal_and_skipped_in_a_game(
    is_terminal: bool,
    answers: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENRAYA_RULES", "classic")
    monkeypatch.setattr("sys.stdin", Stream("44\n", is_terminal=is_terminal))
    engine("script(444)")
    assert capsys.readouterr().out.splitlines() == ["enraya 1", *answers]
