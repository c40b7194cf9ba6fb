"""Tests of `enraya.cli.bench.servers`."""
