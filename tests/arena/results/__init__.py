"""Tests of `enraya.arena.results`."""
