"""How large a tournament may be."""

from typing import Any

import pytest
from pydantic import ValidationError

from enraya.web.laboratory.routes.tournaments import MAX_GAMES, MAX_JUDGED_CELLS, NewTournament


@pytest.mark.parametrize(("agents", "most"), [(5, MAX_GAMES // 10), (6, MAX_GAMES // 15)])
def test_a_tournament_has_a_most_of_games(agents: int, most: int) -> None:
    assert NewTournament(agents=["random"] * agents, games=most).games == most
    with pytest.raises(ValidationError, match=r"5,?000"):
        NewTournament(agents=["random"] * agents, games=most + 1)


@pytest.mark.parametrize(
    ("rules", "is_judged"),
    [
        ("classic", True),
        ("classic(columns=6, rows=7)", True),
        (f"classic(columns={MAX_JUDGED_CELLS // 6 + 1}, rows=6)", False),
        ("boom", False),
    ],
)
def test_mistakes_are_counted_on_boards_that_can_be_solved(rules: str, is_judged: bool) -> None:
    wanted: dict[str, Any] = {"agents": ["random"] * 2, "rules": rules}
    assert not NewTournament(**wanted).mistakes
    if is_judged:
        assert NewTournament(**wanted, mistakes=True).mistakes
    else:
        with pytest.raises(ValidationError, match=r"solved|cells"):
            NewTournament(**wanted, mistakes=True)
