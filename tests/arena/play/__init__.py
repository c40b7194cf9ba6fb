"""Tests of `enraya.arena.play.play`."""
