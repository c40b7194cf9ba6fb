"""What the fuzzer knows of the commands, and how it runs them."""

import pytest

from enraya.cli.bench.fuzz import command_shapes, run_command

SHAPES = {shape.words: shape for shape in command_shapes()}


def test_flags_options_and_arguments_are_told_apart() -> None:
    levels = SHAPES["bench", "levels"]
    assert "--json" in levels.flags
    assert levels.options.keys() == {"--games", "--highest", "--workers", "--seed"}
    assert levels.options["--games"] == "int"
    assert levels.arguments == {}
    backup = SHAPES["league", "backup"]
    assert (backup.arguments, backup.options) == ({"file": "Path"}, {"--folder": "Path"})


@pytest.mark.parametrize(
    ("arguments", "given", "code", "said"),
    [
        (["show", "44"], b"", 0, ""),
        (["show"], b"44\n4x\n", 2, "enraya: line 2: "),
        (["nonsense"], b"", 2, "Usage: "),
    ],
)
def test_a_command_line_has_a_code_and_what_it_says(
    arguments: list[str], given: bytes, code: int, said: str
) -> None:
    found, errors = run_command(arguments, given)
    assert (found, errors[: len(said)]) == (code, said)
    assert bool(errors) == bool(said)


@pytest.mark.parametrize(("end", "code"), [(None, 0), (3, 3), ("a sentence", 1)])
def test_a_command_that_ends_with_a_sentence_has_failed(
    end: object, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def main() -> None:
        raise SystemExit(end)

    monkeypatch.setattr("enraya.cli.main", main)
    assert run_command(["show"], b"") == (code, "")
