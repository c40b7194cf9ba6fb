"""Tests of `enraya.league.playing`."""
