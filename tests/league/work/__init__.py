"""Tests of `enraya.league.work`."""
