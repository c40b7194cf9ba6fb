"""`enraya perft` as a user types it."""

from tests.cli.running import enraya


def test_perft_counts_lines_and_positions() -> None:
    assert enraya("perft", "4").stdout.split() == ["1", "7", "2", "49", "3", "343", "4", "2401"]
    assert enraya("perft", "--distinct", "--size", "4x4").stdout.strip() == "161029"
