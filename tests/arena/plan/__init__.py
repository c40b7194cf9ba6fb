"""Tests of `enraya.arena.plan`."""
