"""Tests of `enraya.league.events`."""
