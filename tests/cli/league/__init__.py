"""Tests of `enraya.cli.league`."""
