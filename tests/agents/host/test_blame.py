"""Faults that follow from the exception that ended an agent's code."""

from pathlib import Path

import pytest

from enraya.agents.host.blame import blame
from enraya.agents.players.file_agent import BadAnswer
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.position import Position
from enraya.game.record import Termination

START = Position.start()


def error_of(code: str, file: Path) -> BaseException:
    """The exception that the code of a file raises."""
    try:
        exec(compile(code, str(file), "exec"), {"EnrayaError": EnrayaError})  # noqa: S102
    except BaseException as error:  # noqa: BLE001
        return error
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("code", "kind", "reason"),
    [
        ("1 / 0", Termination.EXCEPTION, "ZeroDivisionError: division by zero (mine.py, line 1)"),
        ("\nraise KeyError", Termination.EXCEPTION, "KeyError (mine.py, line 2)"),
        ("raise SystemExit(3)", Termination.CRASH, "sys.exit(3) (mine.py, line 1)"),
        ("raise MemoryError('full')", Termination.MEMORY, "MemoryError: full (mine.py, line 1)"),
        ("raise EnrayaError('so it is')", Termination.EXCEPTION, "so it is (mine.py, line 1)"),
        (
            "try:\n  1 / 0\nexcept Exception as e:\n  raise EnrayaError('wrapped') from e",
            Termination.EXCEPTION,
            "ZeroDivisionError: division by zero (mine.py, line 2)",
        ),
        (
            "try:\n  1 / 0\nexcept Exception:\n  raise EnrayaError('wrapped')",
            Termination.EXCEPTION,
            "ZeroDivisionError: division by zero (mine.py, line 2)",
        ),
    ],
)
def test_an_error_is_reported_with_its_line(
    code: str, kind: Termination, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    assert blame(error_of(code, file), [file]) == (kind, reason)
    assert blame(error_of(code, tmp_path / "yours.py"), [file])[1] == reason.partition(" (")[0]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("1 / 0", Termination.IMPORT),
        ("raise SystemExit", Termination.IMPORT),
        ("raise MemoryError", Termination.MEMORY),
    ],
)
def test_a_failure_before_the_first_move_is_a_loading_failure(
    code: str, kind: Termination, tmp_path: Path
) -> None:
    error = error_of(code, tmp_path / "mine.py")
    assert blame(error, [], Termination.IMPORT)[0] == kind


@pytest.mark.parametrize(
    ("answer", "kind"), [(None, Termination.NO_MOVE), (0, Termination.ILLEGAL_MOVE)]
)
def test_a_wrong_answer_is_blamed_on_the_function_that_gave_it(
    answer: object, kind: Termination
) -> None:
    def choose() -> object:
        return answer

    line = choose.__code__.co_firstlineno
    found = blame(BadAnswer("mine", answer, START, choose), [Path(__file__)])
    reason = f"agent 'mine' answered {answer!r} after '' (test_blame.py, line {line})"
    assert found == (kind, reason)


def test_a_forbidden_operation_is_reported_as_forbidden() -> None:
    kind, reason = blame(PermissionError(13, "Permission denied"), [])
    assert kind is Termination.EXCEPTION
    assert reason != "PermissionError: [Errno 13] Permission denied"
    assert "[Errno 13] Permission denied" in reason


def test_an_error_that_cannot_be_printed_is_reported_by_its_type() -> None:
    class Shy(Exception):
        def __str__(self) -> str:
            raise InvalidSetting("no")

    assert blame(Shy(), [])[1] == "Shy: Shy"
