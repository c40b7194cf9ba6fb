"""Tests of `enraya.cli.completion`."""
