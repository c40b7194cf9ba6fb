"""The tables that come with enraya: how well they play, judged by an independent solver."""

from pathlib import Path

import pytest

from enraya.agents import Limit, parse_agent
from enraya.models import load_model, model_path, shipped_models
from enraya.solver.bitbully import Bitbully
from enraya.solver.position_sets import load_file
from enraya.solver.score import value_of

_MOST_BYTES = 8_000_000


def test_the_models_that_ship_are_small() -> None:
    assert shipped_models() == ("ntuple", "tables")
    assert sum(model_path(name).stat().st_size for name in shipped_models()) < _MOST_BYTES


def test_the_file_tells_its_command_and_what_it_has_not_seen() -> None:
    header = load_model(model_path("tables")).header
    assert header.command.startswith("enraya train tables --data report.parquet")
    assert "--without begin-hard.txt" in header.command
    assert header.parameters["without"] == 500


@pytest.mark.slow
def test_one_ply_ahead_at_most_8_percent_of_its_moves_on_begin_hard_lose_value(
    testdata: Path,
) -> None:
    player, peer = parse_agent("learned(tables)"), Bitbully(with_book=True)
    positions = load_file(testdata / "solved" / "begin-hard.txt")
    wrong = 0
    for position, best in positions:
        move = player.choose(position, Limit()).move
        assert isinstance(move, int)
        score = peer.column_scores(position)[move - 1]
        assert score is not None
        wrong += value_of(score) < value_of(best)
    assert wrong <= 0.08 * len(positions)
