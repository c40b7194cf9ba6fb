"""Tests of `enraya.cli.league.results`."""
