"""Tests of `enraya.league.store`."""
