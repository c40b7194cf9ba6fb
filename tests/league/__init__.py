"""Tests of `enraya.league`."""
