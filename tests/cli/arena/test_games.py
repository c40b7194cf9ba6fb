"""The results of stored games."""

import pytest

from enraya.cli.arena.games import _result


@pytest.mark.parametrize(("winner", "shown"), [(None, "*"), (0, "½-½"), (1, "1-0"), (2, "0-1")])
def test_a_game_that_nobody_has_won_yet_has_a_star(winner: int | None, shown: str) -> None:
    assert _result(winner).plain == shown
