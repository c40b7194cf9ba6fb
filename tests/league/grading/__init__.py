"""Tests of `enraya.league.grading`."""
