"""Tests of `enraya.bench.servers`."""
