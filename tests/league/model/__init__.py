"""Tests of `enraya.league.model`."""
