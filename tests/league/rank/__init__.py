"""Tests of `enraya.league.rank`."""
