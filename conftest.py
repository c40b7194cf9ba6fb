"""What pytest leaves out where there is no sandbox: the sandbox, and tests that end processes."""

from pathlib import Path

from enraya.platform import HAS_SANDBOX

_LISTED = Path(__file__).parent / "tests" / "linux_only.txt"
_LEFT_OUT = [] if HAS_SANDBOX else _LISTED.read_text().splitlines()
collect_ignore = ["tests/without_linux", *_LEFT_OUT]  # the former is for other processes


def pytest_report_header() -> str:
    """Says so."""
    left_out = f"{len(_LEFT_OUT)} files and folders of tests/linux_only.txt"
    return f"left out, as this is not Linux: {left_out}" if _LEFT_OUT else ""
