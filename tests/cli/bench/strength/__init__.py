"""Tests of `enraya.cli.bench.strength`."""
