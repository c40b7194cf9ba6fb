"""Tests of `enraya.web.league.operator`."""
