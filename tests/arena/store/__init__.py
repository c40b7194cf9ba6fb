"""Tests of `enraya.arena.store.store`."""
