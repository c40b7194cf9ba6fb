"""Tests of `enraya.league.submissions`."""
