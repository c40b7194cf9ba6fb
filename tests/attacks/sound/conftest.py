"""Keeps pytest from collecting these agents as tests."""

collect_ignore_glob = ["*.py"]
