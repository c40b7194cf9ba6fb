"""Tests of `enraya.cli.positions`."""
