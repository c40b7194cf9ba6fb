"""These files are what tests play against, not tests."""

collect_ignore_glob = ["*.py"]
