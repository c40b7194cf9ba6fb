"""Tests of `enraya.cli.bench`."""
