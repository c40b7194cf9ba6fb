"""Tests of `enraya.arena.statistics`."""
