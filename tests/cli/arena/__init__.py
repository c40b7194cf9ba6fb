"""Tests of `enraya.cli.arena`."""
