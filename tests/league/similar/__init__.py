"""Tests of `enraya.league.similar`."""
