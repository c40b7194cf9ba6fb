"""Tests of `enraya.cli.learn`."""
