"""Tests of `enraya.league.ladder`."""
