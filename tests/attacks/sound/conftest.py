"""These files are what tests play with, not tests."""

collect_ignore_glob = ["*.py"]
